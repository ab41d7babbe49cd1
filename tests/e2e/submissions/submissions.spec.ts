import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import {
  connectMeta,
  createForm,
  createOwner,
  createPlatforms,
  submitForm,
  toAccess,
} from "../../factories/index.ts";
import { submitMany } from "../support/claims.ts";
import { expect, test } from "../support/test.ts";

test("the list of claims lists twenty a page, newest first, and keeps the page in the address", async ({
  inbox,
  page,
  signedInAs,
}) => {
  const form = await createForm();
  const emails = await submitMany(45, form);
  await signedInAs(form.owner);

  await inbox.open("?status=all");

  await expect(inbox.people).toHaveText(emails.slice(-20).reverse());
  await expect(inbox.count).toHaveText("1 – 20 of 45");
  await expect(inbox.previous).toHaveAttribute("aria-disabled", "true");
  await inbox.next.click();
  await expect(page).toHaveURL("/dashboard/submissions?status=all&page=2");
  await expect(inbox.count).toHaveText("21 – 40 of 45");
  await inbox.next.click();
  await expect(inbox.people).toHaveText(emails.slice(0, 5).reverse());
  await expect(inbox.next).toHaveAttribute("aria-disabled", "true");
  await page.goBack();
  await expect(inbox.count).toHaveText("21 – 40 of 45");
  await inbox.previous.click();
  await expect(page).toHaveURL("/dashboard/submissions?status=all");
  await page.getByRole("link", { name: "50", exact: true }).click();
  await expect(inbox.count).toHaveText("1 – 45 of 45");
  await inbox.open("?status=all&page=9");
  await page.getByRole("link", { name: "Go to the last page" }).click();
  await expect(inbox.people).toHaveText(emails.slice(0, 5).reverse());
});

test("the list of claims is filtered by its address, and Back takes the filter away", async ({
  inbox,
  page,
  signedInAs,
}) => {
  const owner = await createOwner();
  const [first, second] = await createPlatforms(2, { owner });
  const form = await createForm({ owner, platforms: [first!, second!] });
  const wanted = await submitForm(form, { platform: second?.id });
  const other = await submitForm(form, { platform: first?.id });
  await signedInAs(owner);
  await inbox.open();

  await inbox.filter(async (fields) => {
    await fields.getByLabel("Broker", { exact: true }).selectOption({ label: second?.name });
  });

  await expect(page).toHaveURL(new RegExp(`platform=${second?.id}`));
  await expect(inbox.people).toHaveText([wanted.email]);
  const chip = page.getByRole("link", { name: second?.name });
  await expect(chip).toBeVisible();
  await page.goBack();
  await expect(inbox.people).toHaveText([wanted.email, other.email]);
  await page.goForward();
  await chip.click();
  await expect(inbox.people).toHaveCount(2);
});

test("each view of the list has its count and is kept in the address", { tag: "@audit" }, async ({
  inbox,
  page,
  signedInAs,
}) => {
  const form = await createForm();
  const pending = await submitForm(form);
  const rejected = await submitForm(form);
  await decideSubmission({
    access: toAccess(form.owner),
    submissionId: rejected.id,
    input: { status: "rejected" },
  });
  await signedInAs(form.owner);
  await inbox.open("?status=rejected");
  await expect(inbox.people).toHaveText([rejected.email]);

  await inbox.view("To check").click();

  await expect(inbox.people).toHaveText([pending.email]);
  await expect(page).toHaveURL(/status=pending/);
  await expect(inbox.view("To check")).toHaveAttribute("aria-current", "page");
  await inbox.view("All").click();
  await expect(inbox.people).toHaveCount(2);
});

test("the list of claims finds a submission by its address, its phone and its account number", {
  tag: "@audit",
}, async ({ inbox, page, signedInAs }) => {
  const form = await createForm();
  const wanted = await submitForm(form, { phone: "+34600999888", reference: "NG-4471-0923" });
  await submitForm(form);
  await signedInAs(form.owner);
  await inbox.open();

  for (const query of [wanted.email, "600999888", "NG-4471"]) {
    await inbox.search.fill(query);
    await inbox.search.press("Enter");
    await expect(page).toHaveURL((url) => url.searchParams.get("search") === query);
    await expect(inbox.people).toHaveText([wanted.email]);
    await expect(inbox.search).toHaveValue(query);
  }
  await inbox.search.fill("nobody-at-all");
  await inbox.search.press("Enter");
  await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
  await page.getByRole("link", { name: "Show all claims" }).click();
  await expect(inbox.people).toHaveCount(2);
});

test("a claim opens beside the list, leads to its neighbours and closes", async ({
  inbox,
  page,
  signedInAs,
}) => {
  const form = await createForm();
  const [oldest = "", middle = "", newest = ""] = await submitMany(3, form);
  await signedInAs(form.owner);
  await inbox.open("?status=all");

  const sheet = await inbox.openSheet(middle);

  await expect(page).toHaveURL(/open=/);
  await expect(sheet.region.getByRole("heading", { level: 2 })).toBeFocused();
  await expect(sheet.region).toContainText("2 of 3");
  await sheet.next.click();
  const last = inbox.sheet(oldest);
  await expect(last.region).toContainText("3 of 3");
  await expect(last.next).toHaveCount(0);
  await last.previous.click();
  await sheet.previous.click();
  const first = inbox.sheet(newest);
  await expect(first.region).toContainText("1 of 3");
  await expect(first.previous).toHaveCount(0);
  await first.close.click();
  await expect(first.region).toHaveCount(0);
  await expect(page).toHaveURL("/dashboard/submissions?status=all");
});

test("the list of claims shows an owner nothing of another's", { tag: "@audit" }, async ({
  inbox,
  page,
  signedInAs,
}) => {
  const { id, email } = await submitForm(await createForm());
  await signedInAs(await createOwner());

  await inbox.open(`?open=${id}`);

  await expect(page.getByRole("heading", { name: "No form yet" })).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
});

test("the list of claims ignores a filter that cannot be read, and names it", { tag: "@audit" }, async ({
  inbox,
  page,
  signedInAs,
}) => {
  const { owner, ...form } = await createForm();
  const { email } = await submitForm({ owner, ...form });
  await signedInAs(owner);

  await inbox.open(
    "?page=0&from=2026-02-30&status=unheard-of&expiresWithin=0h&platform=x&adPlatform=y&open=nope",
  );

  await expect(
    page.getByText("are ignored: Page, Status, From, Expires within, Broker, Ad platform, Open claim."),
  ).toBeVisible();
  await expect(inbox.people).toHaveText([email]);
});

test("the overview leads to the claim with the least time left", async ({ inbox, page, signedInAs }) => {
  const form = await createForm();
  await connectMeta(form.owner);
  await submitForm(form);
  const urgent = await submitForm(form, { now: new Date(Date.now() - 6.5 * 24 * 3_600_000) });
  await signedInAs(form.owner);
  await page.goto("/dashboard");
  await expect(page).toHaveURL("/dashboard/overview");
  await expect(page.getByRole("heading", { name: "2 claims to check" })).toBeVisible();

  await page.getByRole("link", { name: "Check the first one" }).click();

  await expect(inbox.sheet(urgent.email).region).toBeVisible();
});

test("the next claim after a page's last one is on the next page, also after a decision", {
  tag: "@once",
}, async ({ inbox, page, signedInAs }) => {
  const form = await createForm();
  const emails = (await submitMany(22, form)).reverse();
  await signedInAs(form.owner);
  await inbox.open("?status=all");
  const [last = "", next = "", after = ""] = emails.slice(19);
  await inbox.openSheet(last);

  await page.getByRole("link", { name: "Next claim" }).click();

  await expect(inbox.sheet(next).region).toContainText("21 of 22");
  await page.getByRole("link", { name: "Previous claim" }).click();
  await expect(inbox.sheet(last).region).toContainText("20 of 22");
  await inbox.sheet(last).handled.click();
  await expect(inbox.sheet(next).region).toContainText("21 of 22");
  await inbox.sheet(next).handled.click();
  await expect(inbox.sheet(after).region).toContainText("22 of 22");
});

test("the exported file is exactly the list", { tag: "@once" }, async ({ inbox, page, signedInAs }) => {
  const form = await createForm();
  const [email = ""] = await submitMany(2, form);
  await signedInAs(form.owner);
  await inbox.open(`?status=all&search=${encodeURIComponent(email)}`);
  await page.locator("summary", { hasText: "Export" }).click();
  for (const [button, ending] of [
    ["CSV", "csv"],
    ["Excel (XLSX)", "xlsx"],
  ] as const) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: button }).click();
    expect((await download).suggestedFilename()).toMatch(new RegExp(`^claims-.*\\.${ending}$`));
  }
  await expect(inbox.people).toHaveText([email]);
});
