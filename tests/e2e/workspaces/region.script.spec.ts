import { messages } from "#app/schemas/messages/index.ts";
import { createForm, createOwner, submitForm } from "../../factories/index.ts";
import { seen } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

test("the browser writes amounts and dates as the server did, and follows another region at once", async ({
  page,
  signedInAs,
}) => {
  const form = await createForm({ owner: await createOwner({ timeZone: "Europe/Madrid" }) });
  const now = new Date("2025-11-13T18:41:00.000Z");
  await submitForm(form, { amount: "12500.5", currency: "EUR", now });
  await signedInAs(form.owner);
  await page.goto("/dashboard/submissions");
  const table = page.getByRole("table");
  await expect(table).toContainText("12.500,50\u00a0€");
  await expect(table).toContainText("13 November");

  await page.goto("/dashboard/settings/preferences");
  await page.getByLabel("Region").selectOption("United States");
  await seen(page.getByText(messages.profile.preferencesUpdated), () =>
    page.getByRole("button", { name: "Save preferences" }).click(),
  );
  await page
    .getByRole("link", { name: /^Claims/ })
    .first()
    .click();
  await expect(table).toContainText("€12,500.50");
  await expect(table).toContainText("November 13");
});
