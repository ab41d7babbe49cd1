import { messages } from "#app/schemas/messages/index.ts";
import { createForm } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { errorSummary, seen } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

const sentences = messages.postbacks;

test("an owner makes an address, sends a test, says what its parameters and words mean, and reads what came of it", async ({
  page,
  signedInAs,
  siteUrl,
  hasScript,
}) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.setViewportSize({ width: 390, height: 844 });
  const path = `/dashboard/affiliate-settings/${form.platforms[0]?.id}/postbacks`;
  await page.goto(`/dashboard/affiliate-settings/${form.platforms[0]?.id}/links`);
  await page.getByRole("link", { name: "Postbacks of this broker" }).click();
  await page.getByLabel("Affiliate system of your broker").selectOption("Cellxpert");
  const make = page.getByRole("button", { name: "Make the address" });
  await seen(page.getByText(sentences.created), () => make.click());
  await expect(page.getByText("Send a test from your network now")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy address" })).toHaveCount(hasScript ? 1 : 0);
  const pasted = (await page.getByText(/\/api\/postbacks\//).textContent()) ?? "";
  expect(pasted).toContain("&afp={afp}&");
  const address = new URL(new URL(pasted).pathname, siteUrl).href;
  const call = async (query: string) =>
    expect((await page.request.get(`${address}?${query}`)).status()).toBe(200);
  await call("what=goal1&who=9420001&sum=25000&cur=EUR&state=settled");
  const whoMeans = page.getByLabel("who", { exact: true });
  // With script the page itself waits for the call.
  if (hasScript) await expect(whoMeans).toBeVisible();
  else
    await eventually(async () => {
      await page.goto(path);
      expect(await whoMeans.count()).toBe(1);
    });
  const save = page.locator("form", { has: whoMeans }).getByRole("button", { name: "Save" });
  await page.getByLabel("what", { exact: true }).selectOption("Kind of event");
  await whoMeans.selectOption("Account number");
  await page.getByLabel("sum", { exact: true }).selectOption("Amount");
  await page.getByLabel("cur", { exact: true }).selectOption("Amount");
  await page.getByLabel("Amounts are in").selectOption("Cents: 25000");
  await save.click();
  await expect(errorSummary(page)).toContainText(sentences.meaningTwice);
  await expect(whoMeans).toHaveValue("account");
  await expect(page.getByLabel("Amounts are in")).toHaveValue("cents");
  await page.getByLabel("cur", { exact: true }).selectOption("Currency");
  await seen(page.getByText(sentences.saved), () => save.click());

  await call("what=goal2&who=9420001&sum=100&cur=EUR");
  await call("what=deposit&who=9420001&sum=100&cur=EUR");
  await eventually(async () => {
    await page.goto(path);
    expect(await page.getByText("Matched with claims", { exact: true }).count()).toBe(1);
    expect(await page.getByLabel("“goal2” means").count()).toBe(1);
  });
  // Also a word of a call that others have followed.
  await page.getByLabel("“goal1” means").selectOption("First deposit");
  await page.getByLabel("“goal2” means").selectOption("Registration");
  await seen(page.getByText(sentences.saved), () => save.click());
  await eventually(async () => {
    await page.goto(path);
    expect(await page.getByText("Matched with claims", { exact: true }).count()).toBe(3);
  });
});

test("who may call is asked for what is missing, and keeps what was typed", async ({ page, signedInAs }) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.goto(`/dashboard/affiliate-settings/${form.platforms[0]?.id}/postbacks`);
  const make = page.getByRole("button", { name: "Make the address" });
  await seen(page.getByText(sentences.created), () => make.click());
  await page.reload();
  const secret = page.getByLabel("Secret", { exact: true });
  const save = page.locator("form", { has: secret }).getByRole("button", { name: "Save" });
  const addresses = page.getByLabel("Addresses that may call");
  await page.getByRole("heading", { name: "Who may call" }).click();
  await secret.selectOption("A parameter of the call");
  await page.getByLabel("Name of the parameter or header").fill("key");
  await addresses.fill("203.0.113");
  await save.click();
  await expect(errorSummary(page)).toContainText(sentences.ipShape);
  await expect(addresses).toHaveValue("203.0.113");
  await addresses.fill("203.0.113.0/24");
  await save.click();
  await expect(errorSummary(page)).toContainText(sentences.secretMissing);
  await page.getByLabel("Its value").fill("0123456789abcdef");
  await seen(page.getByText(sentences.saved), () => save.click());
  await expect(page.getByText("Only your broker")).toBeVisible();
  await expect(page.getByLabel("Another value (empty keeps the present one)")).toHaveValue("");
});
