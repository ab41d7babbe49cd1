import { messages } from "#app/schemas/messages/index.ts";
import { createForm } from "../../factories/index.ts";
import { seen } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

const sentences = messages.brokerLinks;

test("an owner gives a broker a link, is told what the host knows, and who follows it is asked by its name", async ({
  page,
  signedInAs,
  hasScript,
}) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/dashboard/affiliate-settings/${form.platforms[0]?.id}/form`);
  await page.getByRole("link", { name: "Links and postbacks" }).click();
  await expect(page.getByText("No links yet.")).toBeVisible();
  await page.getByLabel("What it is for").fill("Spain");
  await page.getByLabel("Your broker’s link").fill("https://partner.unknown-broker.com/r?x=1");
  const create = page.getByRole("button", { name: "Create link" });
  await create.click();
  await expect(page.getByRole("link", { name: sentences.parameterShape })).toBeVisible();
  await page.getByLabel("Parameter for the click ID").fill("afp");
  await seen(page.getByText(sentences.created), () => create.click());
  await expect(
    page.getByText("https://partner.unknown-broker.com/r?x=1&afp=k3f9x0q2m7a1b4c8d5e6"),
  ).toBeVisible();
  await expect(page.getByText("Nobody here knows partner.unknown-broker.com")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy link" })).toHaveCount(hasScript ? 1 : 0);
  const address = (await page.getByText(/\/go\/[a-z0-9]{10}$/).textContent()) ?? "";
  await page.goto(new URL(address).pathname);
  await expect(page.getByRole("heading", { name: "partner.unknown-broker.com" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue to partner.unknown-broker.com" })).toBeVisible();
});
