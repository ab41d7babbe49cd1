import { Submission } from "#app/models/index.server.ts";
import { createForm } from "../../factories/index.ts";
import { submitMany } from "../support/claims.ts";
import { expect, test } from "../support/test.ts";

test("a bulk decision says what it does before it does it, for some claims or all matches", async ({
  inbox,
  page,
  hasScript,
  signedInAs,
}) => {
  const form = await createForm();
  const [first = "", second = ""] = await submitMany(24, form);
  const count = (status: string) => Submission.count({ where: { formId: form.id, status } });
  await signedInAs(form.owner);
  await inbox.open();
  await page.getByLabel(`Select ${first}`).check();
  await page.getByLabel(`Select ${second}`).check();

  await page.getByRole("button", { name: "Reject…" }).click();

  await expect(page.getByRole("heading", { name: "Reject 2?" })).toBeVisible();
  expect(await count("rejected")).toBe(0);
  await page.getByLabel("Suspicious").check();
  await page.getByRole("button", { name: "Reject 2", exact: true }).click();
  await expect(inbox.flash("2 rejected.")).toBeVisible();
  await expect(inbox.count).toHaveText("1 – 20 of 22");
  expect(await Submission.count({ where: { formId: form.id, decisionReason: "suspicious" } })).toBe(2);

  // The decision can be taken back, and its report closed.
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(inbox.flash("2 claims are to check again.")).toBeVisible();
  await expect(inbox.count).toHaveText("1 – 20 of 24");
  await page.getByLabel(`Select ${first}`).check();
  await page.getByLabel(`Select ${second}`).check();
  await page.getByRole("button", { name: "Reject…" }).click();
  await page.getByRole("button", { name: "Reject 2", exact: true }).click();
  const report = page.getByRole("heading", { name: "2 of 2 claims rejected" });
  await expect(report).toBeVisible();
  await page.getByRole("link", { name: /^All/ }).first().click();
  await expect(page).toHaveURL("/dashboard/submissions?status=all");
  await expect(report).toHaveCount(0);
  await page.goBack();
  await expect(report).toBeVisible();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(report).toHaveCount(0);

  await inbox.people.first().waitFor();
  await page
    .getByRole("checkbox", { name: /^Select person/ })
    .first()
    .check();
  await page.getByLabel("Select all 22").check();
  if (hasScript) await expect(page.getByText("All 22 selected", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Mark verified…" }).click();
  await expect(page.getByText("No ad platform is connected, so nothing is sent.")).toBeVisible();
  await page.getByRole("button", { name: "Mark 22 verified" }).click();

  await expect(page.getByRole("heading", { name: "Nothing to check" })).toBeVisible();
  expect(await count("handled")).toBe(22);
});
