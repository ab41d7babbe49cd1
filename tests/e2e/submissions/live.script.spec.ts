import type { Page } from "@playwright/test";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import {
  connectMeta,
  createForm,
  createMember,
  signInAs,
  submitForm,
  toAccess,
} from "../../factories/index.ts";
import type { InboxPage } from "../pages/inbox-page.ts";
import { submitMany } from "../support/claims.ts";
import { expect, test } from "../support/test.ts";

/** The list, once its stream of live changes has begun. */
async function openWithStream(inbox: InboxPage, page: Page, query = ""): Promise<void> {
  const response = page.waitForResponse("**/dashboard/live?*");
  await inbox.open(query);
  await response;
}

test("a new claim is announced in every open tab, and shown after a click", async ({
  inbox,
  page,
  context,
  signedInAs,
}) => {
  const form = await createForm();
  const { email } = await submitForm(form);
  await signedInAs(form.owner);
  const streams: string[] = [];
  context.on("request", (request) => {
    if (request.resourceType() === "eventsource") streams.push(request.url());
  });
  await openWithStream(inbox, page);
  const other = await context.newPage();
  await other.goto("/dashboard/submissions");
  // Its key is shown once the tab listens.
  await expect(other.locator("summary", { hasText: /^Options\s*\?/ })).toBeVisible();

  const { email: newcomer } = await submitForm(form);

  for (const tab of [page, other]) {
    await expect(tab.getByRole("button", { name: "Show 1 new claim" })).toBeVisible();
    await expect(tab.getByRole("table")).not.toContainText(newcomer);
  }
  expect(streams).toHaveLength(1);
  await page.getByRole("button", { name: "Show 1 new claim" }).click();
  await expect(inbox.people).toHaveText([email, newcomer]);
});

test("a colleague's decision is named and moves nothing; badge and overview follow by themselves", async ({
  inbox,
  page,
  context,
  signedInAs,
}) => {
  const form = await createForm();
  const colleague = await createMember(form.owner, "checker");
  const [first, second] = [await submitForm(form), await submitForm(form)];
  await signedInAs(form.owner);
  await openWithStream(inbox, page);
  const overview = await context.newPage();
  await overview.goto("/dashboard/overview");
  await expect(overview.getByRole("heading", { name: "2 claims to check" })).toBeVisible();
  // Once it listens to the tab that has the stream, it waits to take its place.
  const waiting = () =>
    overview.evaluate(async () => (await navigator.locks.query()).pending?.map(({ name }) => name));
  await expect.poll(waiting).toEqual(["attesto-live"]);
  await page.bringToFront();

  const input = { status: "rejected" as const };
  await decideSubmission({ access: toAccess(form.owner, colleague), submissionId: first.id, input });

  const update = page.getByRole("button", { name: "Update the list: 1 claim decided by others" });
  await expect(update).toBeVisible();
  await expect(inbox.people).toHaveCount(2);
  await expect(page.getByRole("link", { name: /^Claims\s*1/ }).first()).toBeVisible();
  await expect(overview.getByRole("heading", { name: "1 claim to check" })).toBeVisible();
  await update.click();
  await expect(inbox.people).toHaveText([second.email]);
  await expect(update).toHaveCount(0);
});

test("one's own decision elsewhere is offered, and one in this tab is not", async ({
  inbox,
  page,
  signedInAs,
}) => {
  const form = await createForm();
  const [first, second, third] = [await submitForm(form), await submitForm(form), await submitForm(form)];
  await signedInAs(form.owner);
  await openWithStream(inbox, page, `?open=${second.id}`);
  const { token } = await signInAs(form.owner);

  await inbox.sheet(second.email).rejectAs("Duplicate");
  await expect(inbox.people).toHaveCount(2);
  const answer = await page.request.put(`/api/optin/dashboard/submissions/${first.id}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { status: "rejected" },
  });
  expect(answer.status()).toBe(200);

  const update = page.getByRole("button", { name: /^Update the list/ });
  await expect(update).toHaveText("Update the list: 1 claim decided elsewhere");
  await expect(inbox.people).toHaveCount(2);
  await update.click();
  await expect(inbox.people).toHaveText([third.email]);
  await expect(update).toHaveCount(0);
});

test("new claims of another page are led to, and the reader stays where they are", async ({
  inbox,
  page,
  signedInAs,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  const form = await createForm();
  await connectMeta(form.owner);
  await submitMany(22, form);
  await signedInAs(form.owner);
  await openWithStream(inbox, page);
  const { email } = await submitForm(form);
  const show = page.getByRole("button", { name: "Show 1 new claim" });
  await expect(show).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 300));

  await show.dispatchEvent("click");

  const link = page.getByRole("link", { name: "1 new claim on another page: show the newest first" });
  await expect(link).toBeAttached();
  expect(await page.evaluate(() => window.scrollY)).toBe(300);
  await link.click();
  await expect(inbox.people.first()).toHaveText(email);
  await expect(link).toHaveCount(0);
});

test("what came in while a tab was hidden is announced once it is shown", async ({
  inbox,
  page,
  signedInAs,
}) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await openWithStream(inbox, page);
  const show = (visibility: "hidden" | "visible") =>
    page.evaluate((value) => {
      Object.defineProperty(document, "visibilityState", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, visibility);
  await show("hidden");
  await submitForm(form);
  await submitForm(form);
  await show("visible");
  await expect(page.getByRole("button", { name: "Show 2 new claims" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Claims\s*2/ }).first()).toBeVisible();
});

test.describe("after a broken stream", () => {
  test.use({ foreseen: [/ERR_FAILED/] });

  test("a claim that comes in while the stream is broken is announced once it is open again", async ({
    inbox,
    page,
    signedInAs,
  }) => {
    const form = await createForm();
    await signedInAs(form.owner);
    const broken = page.waitForEvent("requestfailed");
    await page.route("**/dashboard/live?*", (route) => route.abort(), { times: 1 });
    await inbox.open();
    await broken;
    await submitForm(form);
    await expect(page.getByRole("button", { name: "Show 1 new claim" })).toBeVisible();
  });
});
