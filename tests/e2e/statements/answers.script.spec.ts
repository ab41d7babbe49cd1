import type { Page } from "@playwright/test";
import { messages } from "#app/schemas/messages/index.ts";
import { createForm } from "../../factories/index.ts";
import { expect, test } from "../support/test.ts";

test("answers of an old window are refused once, and the page shows what the other one has saved", async ({
  page,
  signedInAs,
}) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.goto(`/dashboard/statements?platform=${form.platforms[0]?.id}`);
  await page.getByLabel("Broker", { exact: true }).selectOption(form.platforms[0]?.id ?? "");
  const text = "Login;Date;Type;Amount;Currency\n1001;03/04/2026;Deposit;250,00;EUR\n";
  await page.getByLabel("Files").setInputFiles({
    name: "both.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(text),
  });
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.locator('select[name="dateOrder"]')).toBeVisible();
  const late = await page.context().newPage();
  await late.route(/\/dashboard\/live/, (route) => route.abort());
  await late.goto(page.url());
  const answer = async (on: Page, order: string) => {
    await on.locator('select[name="dateOrder"]').selectOption(order);
    await on.getByRole("button", { name: "Match with these columns" }).click();
  };
  await answer(page, "day-first");
  await expect(page.getByText("about this file")).toHaveCount(0);
  await answer(late, "month-first");
  await expect(late.getByText(messages.fields.readMeanwhile)).toBeVisible();
  await expect(late.locator('select[name="dateOrder"]')).toHaveValue("day-first");
});
