import { Submission } from "#app/models/index.server.ts";
import { createForm } from "../../factories/index.ts";
import type { InboxPage } from "../pages/inbox-page.ts";
import { submitMany } from "../support/claims.ts";
import { expect, test } from "../support/test.ts";

/** The hints of keys come once the page listens for them. */
async function openForKeys(inbox: InboxPage): Promise<void> {
  await inbox.open();
  await expect(inbox.page.locator("main [aria-hidden=true]").getByText("?", { exact: true })).toBeAttached();
}

test("five claims are verified with seven keys, and none once keys are off", async ({
  inbox,
  page,
  signedInAs,
}) => {
  const form = await createForm();
  const emails = await submitMany(5, form);
  await signedInAs(form.owner);
  await openForKeys(inbox);
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };

  await press("j");
  await press("Enter");
  for (const email of emails) {
    const title = inbox.sheet(email).region.getByRole("heading", { level: 2 });
    await expect(title).toBeFocused();
    await expect(inbox.sheet(email).handled).toHaveAttribute("aria-keyshortcuts", "a");
    await press("a");
  }

  await expect.poll(() => Submission.count({ where: { status: "handled", formId: form.id } })).toBe(5);
  expect(presses).toBe(7);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/dashboard/submissions");
  await expect(page.getByRole("heading", { name: "Nothing to check" })).toBeVisible();
  await page.keyboard.press("?");
  await page.getByLabel("Use keyboard shortcuts").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Options", { exact: true })).toBeVisible();
  await page.keyboard.press("/");
  await expect(inbox.search).not.toBeFocused();
});

test("keys open a claim before they decide it, leave the search and clear a selection", async ({
  inbox,
  page,
  signedInAs,
}) => {
  const form = await createForm();
  const [email = ""] = await submitMany(2, form);
  await signedInAs(form.owner);
  await openForKeys(inbox);
  await page.keyboard.press("/");
  await expect(inbox.search).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await expect(inbox.search).toHaveValue("");
  await page.keyboard.press("x");
  await expect(page.getByText("1 selected")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("1 selected")).toBeHidden();

  await page.keyboard.press("a");

  await expect(inbox.sheet(email).handled).toBeVisible();
  expect(await Submission.count({ where: { status: "handled", formId: form.id } })).toBe(0);
});

test("a key that is held decides one claim, and none while a rejection is open", { tag: "@audit" }, async ({
  inbox,
  page,
  signedInAs,
}) => {
  const form = await createForm();
  const [first = "", second = ""] = await submitMany(3, form);
  await signedInAs(form.owner);
  await openForKeys(inbox);
  const sheet = await inbox.openSheet(first);
  await expect(sheet.region.getByRole("heading", { level: 2 })).toBeFocused();
  await page.keyboard.press("r");
  await expect(sheet.region.getByRole("radio").first()).toBeFocused();
  await page.keyboard.press("a");
  await page.keyboard.press("Escape");
  await sheet.region.getByRole("heading", { level: 2 }).click();
  await page.keyboard.down("a");
  await expect(inbox.sheet(second).region.getByRole("heading", { level: 2 })).toBeFocused();
  for (let repeats = 0; repeats < 5; repeats++) await page.keyboard.down("a");
  await page.keyboard.up("a");
  await expect(inbox.sheet(second).handled).toBeEnabled();
  expect(await Submission.count({ where: { status: "handled", formId: form.id } })).toBe(1);
});

test("a key pressed while the next claim loads is applied to it, and one that would verify it is answered", async ({
  inbox,
  page,
  signedInAs,
}) => {
  const form = await createForm();
  const [first = "", second = "", third = ""] = await submitMany(4, form);
  await signedInAs(form.owner);
  await openForKeys(inbox);
  const opened = await inbox.openSheet(first);
  await expect(opened.region.getByRole("heading", { level: 2 })).toBeFocused();
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/submissions\.data/, async (route) => {
    await isReleased;
    await route.continue();
  });

  await page.keyboard.press("a");
  await page.keyboard.press("a");
  const answer = page.locator("[data-sonner-toast]").getByText("Press a once you have seen the claim.");
  await expect(answer).toBeVisible();
  await page.keyboard.press("j");
  await expect(opened.region).toBeVisible();
  release();

  await expect(inbox.sheet(third).region.getByRole("heading", { level: 2 })).toBeFocused();
  await expect(inbox.sheet(second).region).toBeHidden();
  expect(await Submission.count({ where: { status: "handled", formId: form.id } })).toBe(1);
});

test("a search begins while it is typed, and keeps what follows", { tag: "@audit" }, async ({
  inbox,
  page,
  signedInAs,
}) => {
  const form = await createForm();
  const [email = "", other = ""] = await submitMany(2, form);
  await signedInAs(form.owner);
  await openForKeys(inbox);
  await inbox.search.pressSequentially(email.slice(0, -1));
  await expect(page).toHaveURL((url) => url.searchParams.get("search") === email.slice(0, -1));
  await expect(page.getByRole("link", { name: other })).toHaveCount(0);
  await inbox.search.press(email.at(-1) ?? "");
  await expect(page).toHaveURL((url) => url.searchParams.get("search") === email);
  await expect(inbox.search).toBeFocused();
  await page
    .getByRole("link", { name: /^Remove/ })
    .or(page.getByRole("link", { name: email }))
    .first()
    .waitFor();
  await page.goBack();
  await expect(page.getByRole("link", { name: other })).toBeVisible();
});

test("an undone decision's message offers no undo", { tag: "@audit" }, async ({
  inbox,
  page,
  signedInAs,
}) => {
  const form = await createForm();
  const [email = ""] = await submitMany(2, form);
  await signedInAs(form.owner);
  await openForKeys(inbox);
  const sheet = await inbox.openSheet(email);
  const undo = page.locator("[data-sonner-toast]").getByRole("button", { name: "Undo" });

  await sheet.rejectAs("Duplicate");
  await expect(undo).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo the last decision" })).toBeVisible();
  await page.keyboard.press("u");

  await expect(inbox.sheet(email).handled).toBeVisible();
  await expect(inbox.flash("Submission updated successfully")).toBeVisible();
  await expect(undo).toHaveCount(0);
});

test("closing the sheet gives the focus back to its row", async ({ inbox, page, signedInAs }) => {
  const form = await createForm();
  const emails = await submitMany(6, form);
  await signedInAs(form.owner);
  await openForKeys(inbox);
  for (const key of ["j", "j", "j", "Enter"]) await page.keyboard.press(key);
  const findTitle = (email = "") => inbox.sheet(email).region.getByRole("heading", { level: 2 });
  await expect(findTitle(emails[2])).toBeFocused();
  await page.keyboard.press("j");
  await expect(findTitle(emails[3])).toBeFocused();

  await page.keyboard.press("Escape");

  await expect(inbox.people.nth(3)).toBeFocused();
  await page.keyboard.press("j");
  await expect(inbox.people.nth(4)).toBeFocused();
});

test("a message stands above the reasons of a rejection", { tag: "@audit" }, async ({
  inbox,
  page,
  signedInAs,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const form = await createForm();
  const [email = "", next = ""] = await submitMany(2, form);
  await signedInAs(form.owner);
  await openForKeys(inbox);
  const opened = await inbox.openSheet(email);
  await expect(opened.region.getByRole("heading", { level: 2 })).toBeFocused();
  await page.keyboard.press("a");
  const { region } = inbox.sheet(next);
  await expect(region.getByRole("heading", { level: 2 })).toBeFocused();

  await page.keyboard.press("r");

  const reasons = region.locator("details[open] > form");
  await expect(reasons).toBeVisible();
  const toast = page.locator("[data-sonner-toast]");
  const measureEdge = async (of: typeof toast, edge: "top" | "bottom") =>
    of.evaluate((element, name) => element.getBoundingClientRect()[name], edge);
  await expect
    .poll(async () => (await measureEdge(toast, "bottom")) <= (await measureEdge(reasons, "top")))
    .toBe(true);
});
