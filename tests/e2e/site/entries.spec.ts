import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { connectMeta, createForm, createMember, submitForm, toAccess } from "../../factories/index.ts";
import { expect, test } from "../support/test.ts";

/** Each entry with the heading that it opens, and the tabs below it. */
const entries: [entry: string, heading: string | RegExp, tabs: string[]][] = [
  ["Claims", "Claims", []],
  ["Statements", "Statements", ["Due", "Commission owed", "Files"]],
  ["Results", "Results", ["Claims", "Ad spend", "Campaigns"]],
  ["Forms", "Form", []],
  ["Brokers", "Brokers", []],
  ["Ad platforms", "Ad platforms", ["Delivery log", "Connections"]],
  ["Overview", /\d/, []],
];

for (const width of [390, 1280])
  test(`seven entries lead to every part of the dashboard on a screen of ${width} px`, async ({
    page,
    inbox,
    signedInAs,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const form = await createForm();
    await submitForm(form);
    await connectMeta(form.owner);
    await signedInAs(form.owner);
    await page.goto("/dashboard/overview");
    const menu = page.locator("summary", { hasText: "Menu" });
    for (const [entry, heading, tabs] of entries) {
      if (width === 390) await menu.click();
      const list =
        width === 390 ? inbox.drawer : page.getByRole("navigation", { name: "Dashboard", exact: true });
      await list.getByRole("link", { name: new RegExp(`^${entry}`) }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
      const row = page.getByRole("main").getByRole("navigation", { name: entry });
      for (const tab of tabs) {
        await row.getByRole("link", { name: tab }).click();
        await expect(row.getByRole("link", { name: tab })).toHaveAttribute("aria-current", "page");
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
      }
    }
  });

test("a checker reaches the delivery log from a claim and from the problems", async ({
  page,
  signedInAs,
}) => {
  const form = await createForm();
  await connectMeta(form.owner);
  const claim = await submitForm(form);
  await signedInAs(await createMember(form.owner, "checker"));
  const input = { status: "handled" as const };
  await decideSubmission({ access: toAccess(form.owner), submissionId: claim.id, input });
  await page.goto(`/dashboard/submissions?status=all&open=${claim.id}`);
  await page.getByRole("link", { name: "Event to Meta" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Event to Meta");

  await page.goto("/dashboard/submissions");
  await page
    .getByRole("navigation", { name: "Views" })
    .getByRole("link", { name: /^Problems/ })
    .click();
  await page.getByRole("main").getByRole("link", { name: "delivery log" }).click();
  await expect(page).toHaveURL("/dashboard/deliveries?outcome=fault");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ad platforms");
});
