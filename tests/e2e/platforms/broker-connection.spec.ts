import { messages } from "#app/schemas/messages/index.ts";
import { createForm, createMember } from "../../factories/index.ts";
import { errorSummary, seen } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

const sentences = messages.brokerConnections;

test("an owner connects a broker's API, checks it and disconnects it, and sees no secret again", async ({
  page,
  signedInAs,
}) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/dashboard/affiliate-settings/${form.platforms[0]?.id}`);
  await page.getByRole("link", { name: "Links and postbacks" }).click();
  await page.getByRole("link", { name: "API of this broker" }).click();
  await expect(page.getByText("Choose whose API this broker has.")).toBeVisible();
  await page.getByRole("link", { name: "Exness", exact: true }).click();
  await expect(page.getByText("Exness has no key that can only read.")).toBeVisible();
  await page.getByRole("link", { name: "Bitget", exact: true }).click();
  const connect = page.getByRole("button", { name: "Connect Bitget" });
  await page.getByLabel("API key").fill("sandbox-key");
  await page.getByLabel("API secret").fill("not-the-secret");
  await page.getByLabel("Passphrase").fill("sandbox-passphrase");
  await connect.click();
  await expect(errorSummary(page)).toContainText("the API secret is not of this key");
  await expect(page.getByLabel("API key")).toHaveValue("sandbox-key");
  await expect(page.getByLabel("API secret")).toHaveValue("");
  await page.getByLabel("API secret").fill("sandbox-secret");
  await page.getByLabel("Passphrase").fill("sandbox-passphrase");
  await seen(page.getByText(sentences.connected), () => connect.click());
  await expect(page.getByRole("heading", { name: "Bitget’s API" })).toBeVisible();
  await expect(page.getByText("Not yet tried with a real account")).toBeVisible();
  await expect(page.getByText("You decide the claims, or the broker’s rule does")).toBeVisible();
  await expect(page.getByLabel("API secret")).toHaveValue("");
  await page.getByRole("button", { name: "Check the connection" }).click();
  await expect(page.getByText("accepted", { exact: true })).toBeVisible();
  await page.getByText("Disconnect…").click();
  const disconnect = page.getByRole("button", { name: "Disconnect Bitget" });
  await seen(page.getByText(sentences.disconnected), () => disconnect.click());
  await expect(page.getByRole("heading", { name: "Bitget’s API" })).toBeHidden();
});

test("a manager sees that only owners connect a broker's API", async ({ page, signedInAs }) => {
  const form = await createForm();
  await signedInAs(await createMember(form.owner, "manager"));
  await page.goto(`/dashboard/affiliate-settings/${form.platforms[0]?.id}/connection`);
  await expect(page.getByText("Nothing is connected. Only owners connect it.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Connect / })).toBeHidden();
});
