import { DAY } from "#app/lib/dates.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { createForm, submitForm, toAccess, uniqueEmail } from "../../factories/index.ts";
import { expect, test } from "../support/test.ts";

test("each number of the statistics links to as many claims, and to other days", { tag: "@once" }, async ({
  page,
  signedInAs,
}) => {
  const form = await createForm();
  for (const days of [1, 2, 3, 40]) {
    const pageUrl = "https://casa.example/?utm_source=story&utm_campaign=bio";
    const claim = await submitForm(form, { pageUrl, now: new Date(Date.now() - days * DAY) });
    if (days < 3)
      await decideSubmission({
        access: toAccess(form.owner),
        submissionId: claim.id,
        input: { status: "handled", amount: undefined, currency: undefined },
      });
  }
  await signedInAs(form.owner);
  await page.goto("/dashboard/analytics");
  const campaign = page.getByRole("table", { name: "By campaign" }).getByRole("row", { name: /bio/ });
  const open = async () => {
    const title = page.getByRole("heading", { name: "By campaign" });
    await expect(title).toBeVisible();
    if (!(await campaign.isVisible())) await title.click();
  };
  await open();
  const claimed = campaign.getByRole("cell").nth(0).getByRole("link");
  await expect(claimed).toHaveText(["3", "1 to check"]);
  await expect(campaign.getByRole("cell").nth(2)).toHaveText("100% 34–100%");
  await claimed.last().click();
  await expect(page.getByText("1 of 1", { exact: false })).toBeVisible();
  await page.goBack();
  await open();
  await campaign.getByRole("link", { name: "100%" }).click();
  await expect(page.getByText("1 – 2 of 2")).toBeVisible();
  await page.goBack();
  await open();
  await campaign.getByRole("cell").nth(1).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Claims");
  await expect(page.getByText("1 – 2 of 2")).toBeVisible();
  await page.goBack();

  await page.getByText("Show as a table").first().click();
  await expect(page.getByRole("table", { name: "Claims and accepted events" })).toBeVisible();
  await page.getByRole("link", { name: "90 days" }).click();
  await expect(page).toHaveURL(/period=90days/);
  await expect(page.getByRole("link", { name: "4", exact: true }).first()).toBeVisible();

  await page.getByText("Custom range").click();
  await page.getByLabel("From").fill("2026-01-01");
  await page.getByLabel("To", { exact: true }).fill("2026-01-31");
  await page.getByLabel("Compare with").selectOption("year");
  await page.getByRole("button", { name: "Show these days" }).click();
  await expect(page.getByText("compared with Jan 1, 2025 to Jan 31, 2025, 31 days")).toBeVisible();
});

test("a person is found by the search of claims, and erased after a question", async ({
  page,
  signedInAs,
}) => {
  const email = uniqueEmail();
  const form = await createForm();
  await submitForm(form, { email });
  await signedInAs(form.owner);
  await page.goto("/dashboard/submissions");
  await page.getByLabel("Search claims").fill(email);
  await page.getByLabel("Search claims").press("Enter");
  await page.getByRole("link", { name: "Everything about this person" }).click();
  await expect(page.getByRole("heading", { name: "1 claim from this person" })).toBeVisible();

  await page.getByText("Erase this person…").click();
  await page.getByRole("button", { name: "Erase", exact: true }).click();

  await expect(page.getByText("Nothing about them had gone to an ad platform.")).toBeVisible();
  await page.goto(`/dashboard/person?search=${email}`);
  await expect(page.getByRole("heading", { name: "Nobody found" })).toBeVisible();
});
