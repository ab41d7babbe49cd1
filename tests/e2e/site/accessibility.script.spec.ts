import type { Page } from "@playwright/test";
import { inTransaction } from "#app/database/connection.server.ts";
import { listedPages } from "#app/lib/site/pages.ts";
import { ContactMessage, SpendAccount } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { Tiers } from "#app/schemas/tiers.ts";
import { recordJobRun } from "#app/services/admin/job-runs.server.ts";
import { grantSubscription } from "#app/services/admin/subscriptions.server.ts";
import { allowSupport } from "#app/services/auth/sessions/support-access.server.ts";
import { unsubscribeUrlFor } from "#app/services/mail/unsubscribe-links.server.ts";
import { createOwnNews } from "#app/services/news/own-news.server.ts";
import { notifyAccount } from "#app/services/notifications/notify.server.ts";
import { replaceTiers } from "#app/services/platforms/replace-tiers.server.ts";
import { addSpend } from "#app/services/spend/add-spend.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { invite } from "#app/services/team/invitations.server.ts";
import {
  addMember,
  connectMeta,
  createForm,
  createOwner,
  createPlatforms,
  findAccess,
  submitForm,
  toAccess,
  unique,
} from "../../factories/index.ts";
import { COLOUR_RULES, findViolations, pixelsBeyond, showTheme, type Theme } from "../support/axe.ts";
import { createFormWith, goodAnswers } from "../support/claims.ts";
import { findInvalidHtml } from "../support/html.ts";
import { errorSummary } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

/** What people call themselves and their things, at its longest. */
const LONG_EMAIL = `${"maria-fernanda.".repeat(4)}iria@${"a-very-long-company-name.".repeat(5)}example`;
/** For an account: no other one has it, also where a test runs again. */
const longUniqueEmail = () => LONG_EMAIL.replace("iria@a-very", `iria@${unique()}`);

type Look = { theme: Theme; width: number };

/** Each theme and each width once, with all rules. */
const LOOKS: Look[] = [
  { theme: "dark", width: 390 },
  { theme: "light", width: 1280 },
];
/** The other pairs can differ in the colours of what one width alone shows. */
const OTHER_LOOKS: Look[] = [
  { theme: "dark", width: 1280 },
  { theme: "light", width: 390 },
];

async function expectNoSideways(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  expect(await pixelsBeyond(page), `${page.url()}, ${width} px wide`).toBeLessThanOrEqual(0);
}

/** No violation, and nothing to scroll sideways. What lies under an open menu is left out. */
async function expectAccessible(page: Page, within = "html"): Promise<void> {
  await expectNoSideways(page, 320);
  for (const { theme, width } of LOOKS) {
    await showTheme(page, theme);
    await expectNoSideways(page, width);
    expect(await findViolations(page, within), `${page.url()}, ${width} px wide, ${theme}`).toEqual([]);
  }
}

/** The rules of colours in the pairs of theme and width that `expectAccessible` leaves out. */
async function expectColoursRight(page: Page): Promise<void> {
  for (const { theme, width } of OTHER_LOOKS) {
    await showTheme(page, theme);
    await page.setViewportSize({ width, height: 844 });
    const violations = await findViolations(page, "html", COLOUR_RULES);
    expect(violations, `${page.url()}, ${width} px wide, ${theme}`).toEqual([]);
  }
}

/** Opens a page: its document is valid HTML, and it is accessible. */
async function visit(page: Page, path: string): Promise<void> {
  expect(await findInvalidHtml(await page.goto(path)), path).toEqual([]);
  await expectAccessible(page);
}

/** The same for the page that is shown. */
async function expectWellMade(page: Page): Promise<void> {
  expect(await findInvalidHtml(await page.request.get(page.url())), page.url()).toEqual([]);
  await expectAccessible(page);
}

for (const { path } of listedPages()) {
  test(`axe finds nothing wrong with the page ${path}`, { tag: "@audit" }, async ({ page }) => {
    await visit(page, path);
  });
}

test("axe finds nothing wrong with the not-found page", { tag: "@audit" }, async ({ page }) => {
  await visit(page, "/not-found");
});

test("axe finds nothing wrong with the sign-in page, expired and refused", { tag: "@audit" }, async ({
  page,
  signInPage,
}) => {
  await visit(page, "/login?session=expired");
  await signInPage.signIn.click();
  await expect(signInPage.summary).toBeVisible();
  await expectAccessible(page);
});

test("axe finds nothing wrong with the public form, empty and refused", async ({ page, optIn }) => {
  const form = await createFormWith(5, {
    title: "Confirm the deposit that you made on the Donaudampfschifffahrtsgesellschaft",
  });
  await visit(page, `/optin/${form.slug}`);
  await optIn.submit();
  await expect(optIn.summary).toBeVisible();
  await expectAccessible(page);
});

test("axe finds nothing wrong with a form of many platforms", { tag: "@audit" }, async ({ page }) => {
  const form = await createFormWith(6);
  await visit(page, `/optin/${form.slug}`);
});

test("axe finds nothing wrong with the thanks, the private page, the end of the sharing and the withdrawal", {
  tag: "@audit",
}, async ({ page, optIn }) => {
  const form = await createForm({ successMessage: "Iria checks it within a day." });
  await optIn.open(form.slug);
  await optIn.submit({ ...goodAnswers(form), email: LONG_EMAIL });
  await expect(optIn.keepLink).toBeVisible();
  await expectAccessible(page);
  await optIn.keepLink.click();
  await expect(optIn.withdraw).toBeVisible();
  await expectWellMade(page);
  await optIn.endSharing.click();
  await expect(optIn.confirmEndOfSharing).toBeVisible();
  await expectWellMade(page);
  await optIn.confirmEndOfSharing.click();
  await expect(optIn.endSharing).toHaveCount(0);
  await expectWellMade(page);
  await optIn.withdraw.click();
  await expect(optIn.confirmWithdrawal).toBeVisible();
  await expectWellMade(page);
  await optIn.confirmWithdrawal.click();
  await expect(optIn.heading).toHaveText("You withdrew your confirmation.");
  await expectWellMade(page);
});

test("axe finds nothing wrong with the page of a gone form", { tag: "@audit" }, async ({ page }) => {
  await visit(page, "/optin/not-a-form");
});

test("axe finds nothing wrong with an empty dashboard", { tag: "@audit" }, async ({ page, signedInAs }) => {
  await signedInAs(await createOwner());
  await visit(page, "/dashboard/overview");
  await page.getByRole("button", { name: "Show sample claims" }).click();
  await expect(page.getByText("Sample claims.")).toBeVisible();
  await expectWellMade(page);
  await visit(page, "/dashboard/submissions");
  await visit(page, "/dashboard/submissions?search=nobody");
});

test("axe finds nothing wrong with a full dashboard and its menus", { tag: "@audit" }, async ({
  page,
  inbox,
  signedInAs,
}) => {
  const form = await createForm();
  await connectMeta(form.owner);
  await submitForm(form, { email: LONG_EMAIL, amount: "123456789.99" });
  await submitForm(form, { now: new Date(Date.now() - 6.9 * 86_400_000), amount: undefined });
  await submitForm(form, { now: new Date(Date.now() - 9 * 86_400_000) });
  await signedInAs(form.owner);
  await visit(page, "/dashboard/overview");
  await page.goto("/dashboard/analytics?period=90days");
  for (const title of await page.locator("summary:has(h2)").all()) await title.click();
  for (const table of await page.getByText("Show as a table").all()) await table.click();
  await expectWellMade(page);
  await visit(page, `/dashboard/person?search=${LONG_EMAIL}`);
  await visit(page, "/dashboard/submissions?status=pending&sort=sendBefore&from=2020-01-01");
  await inbox.open("?status=pending");
  await page.getByText("Filter", { exact: true }).click();
  await expectAccessible(page, "details[open]");
  await page.keyboard.press("Escape");
  await inbox.openAccountMenu();
  await expectAccessible(page, "details[open]");
});

test("axe finds nothing wrong with spend and what ads cost and earn", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  const form = await createForm();
  await submitForm(form, { pageUrl: `https://casa.example/?utm_campaign=${"x".repeat(200)}` });
  const day = new Date().toISOString().slice(0, 10);
  const spend = { amount: "250", currency: "EUR", from: day, to: day, source: "y".repeat(100) };
  await addSpend({ access: toAccess(form.owner), spend: { ...spend, name: "z".repeat(100) } });
  await signedInAs(form.owner);
  await visit(page, paths.spend());
  await visit(page, paths.spendRows());
  await expect(async () => {
    await page.goto(paths.money());
    await expect(page.getByRole("link", { name: "€250.00" }).first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await expectWellMade(page);
});

test("axe finds nothing wrong with a file of spend that has questions, problems or no rows", {
  tag: "@audit",
}, async ({ page, signedInAs }) => {
  await signedInAs(await createOwner());
  const upload = async (name: string, lines: string[]) => {
    await page.goto(paths.spend({ add: "file" }));
    const file = { name, mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) };
    await page.getByLabel("Files").setInputFiles(file);
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  };
  const expectWellMadeOnceSaid = async (words: string) => {
    await expect(page.getByText(words)).toBeVisible();
    // Its panel is open only while the file leaves something open.
    const settings = page.getByText("How the file is read");
    if (!(await settings.isVisible())) await page.getByText("Columns and their meaning").click();
    await settings.click();
    await expectWellMade(page);
  };
  const heads = "Account ID,Day,Campaign name,Campaign ID,Currency,Amount spent";
  await upload(`${"x".repeat(96)}.csv`, ["Date,Campaign,Cost", `03/11/2026,${"y".repeat(200)},1.234`]);
  await expectWellMadeOnceSaid("No row of this file counts yet.");
  await upload("meta.csv", [
    heads,
    `7,2026-11-03,${"z".repeat(200)},1.2E+17,EUR,20.00`,
    "7,2026-11-04,חגיגת קיץ,12,EUR,a lot",
    "Total,,,,EUR,20.00",
  ]);
  await expectWellMadeOnceSaid("The spend of these lines is missing.");
  await upload("later meta.csv", [heads, `7,2026-11-03,${"z".repeat(200)},12,EUR,25.00`]);
  await expectWellMadeOnceSaid("1 earlier row replaced");
  await upload("meta without rows.csv", [heads, ""]);
  await expect(page.getByText("This file could not be read.")).toBeVisible();
  await expectWellMade(page);
});

test("axe finds nothing wrong with the ad account whose spend is read, also when it is refused", {
  tag: "@audit",
}, async ({ page, signedInAs }) => {
  const owner = await createOwner();
  await connectMeta(owner);
  await signedInAs(owner);
  await page.goto(paths.integration({ adPlatform: "meta" }));
  await page.getByLabel("Ad account number").fill("1000000000000002");
  await page.getByLabel("Access token for spend").fill("sandbox-spend");
  await page.getByRole("button", { name: "Read this account’s spend" }).click();
  await expect(page.getByRole("heading", { name: "Spend of Sandbox ad account" })).toBeVisible();
  await expectWellMade(page);
  const refused = { state: "invalid", lastError: "The access token has expired.", dueAt: null } as const;
  const where = { workspaceId: owner.workspace.id };
  await SpendAccount.update({ ...refused, accountName: "W".repeat(100), leaseToken: null }, { where });
  await page.reload();
  await expect(page.getByText("Enter the new token below")).toBeVisible();
  await expectWellMade(page);
});

test("axe finds nothing wrong with the sheet of a pending claim and a refused amount", async ({
  page,
  inbox,
  signedInAs,
}) => {
  const form = await createForm();
  await connectMeta(form.owner);
  const { id, email } = await submitForm(form, { email: LONG_EMAIL, reference: "NG-4471-0923" });
  await signedInAs(form.owner);
  await visit(page, `/dashboard/submissions?open=${id}`);
  const sheet = inbox.sheet(email);
  await sheet.amount.fill("a lot");
  await sheet.handled.click();
  await expect(sheet.amount).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
});

for (const { state, accessToken } of [
  { state: "sent", accessToken: "sandbox-token" },
  { state: "parked", accessToken: "sandbox-expired" },
  { state: "failed", accessToken: "sandbox-bad-event" },
]) {
  test(`axe finds nothing wrong with the sheet of a ${state} claim`, { tag: "@audit" }, async ({
    page,
    inbox,
    signedInAs,
  }) => {
    const form = await createForm();
    await connectMeta(form.owner, { accessToken });
    const { id, email, workspaceId } = await submitForm(form, { email: LONG_EMAIL });
    await decideSubmission({
      access: await findAccess(workspaceId),
      submissionId: id,
      input: { status: "handled" },
    });
    await signedInAs(form.owner);
    await inbox.open(`?open=${id}`);
    const sheet = inbox.sheet(email);
    await expect(sheet.sendAgain).toBeVisible();
    await sheet.showWhatWasSent();
    await expectWellMade(page);
  });
}

test("axe finds nothing wrong with a decision that can be undone", { tag: "@audit" }, async ({
  page,
  inbox,
  signedInAs,
}) => {
  const form = await createForm();
  const { id, email } = await submitForm(form);
  await signedInAs(form.owner);
  await inbox.open(`?status=all&open=${id}`);
  await inbox.sheet(email).rejectAs("Duplicate");
  await page.locator("[data-sonner-toast]").getByRole("button", { name: "Dismiss" }).click();
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Undo the last decision" })).toBeVisible();
  await expectAccessible(page);
});

test("axe finds nothing wrong with any section of the settings", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  await signedInAs(await createOwner({ password: "verify-what-is-true" }));
  for (const section of [
    "account",
    "account/delete",
    "security",
    "preferences",
    "password",
    "notifications",
    "team",
    "team/delete",
    "api-keys",
    "support-access",
  ])
    await visit(page, `/dashboard/settings/${section}`);
});

test("axe finds nothing wrong with the page that asks for the password again", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  await signedInAs(await createOwner({ password: "verify-what-is-true" }));
  await visit(page, "/reauthenticate");
});

test("axe finds nothing wrong with the platforms and their tiers, empty, full and refused", {
  tag: "@audit",
}, async ({ page, signedInAs }) => {
  const owner = await createOwner();
  await signedInAs(owner);
  await visit(page, "/dashboard/affiliate-settings");
  const [platform] = await createPlatforms(3, { owner });
  await platform?.update({ name: `${"Very-Long-".repeat(4)}Broker-X` });
  await visit(page, "/dashboard/affiliate-settings");
  await page.goto(`/dashboard/affiliate-settings/${platform?.id}`);
  const add = page.getByRole("button", { name: "Add a tier" });
  for (let count = 0; count < 3; count++) await add.click();
  await page.getByLabel("Name, tier 1").fill("W".repeat(50));
  await page.getByRole("button", { name: "Save tiers" }).click();
  await expect(errorSummary(page)).toBeVisible();
  await expectWellMade(page);
});

test("axe finds nothing wrong with the form of a contract, new, of two payments and refused", {
  tag: "@audit",
}, async ({ page, signedInAs }) => {
  const owner = await createOwner();
  const [platform] = await createPlatforms(1, { owner });
  await signedInAs(owner);
  const path = `/dashboard/affiliate-settings/${platform?.id}/contracts/new`;
  await visit(page, path);
  await page.goto(path);
  await page.getByRole("button", { name: "Add CPA" }).click();
  await page.getByLabel("First deposit from, CPA step 1").fill("100");
  await page.getByLabel("Countries, CPA step 1").fill("Germany");
  await page.getByRole("button", { name: "Add share of revenue" }).click();
  await page.getByRole("button", { name: "Save contract" }).click();
  await expect(errorSummary(page)).toBeVisible();
  await expectWellMade(page);
});

test("axe finds nothing wrong with the integrations, one of them refused, and with the delivery log", {
  tag: "@audit",
}, async ({ page, signedInAs }) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await visit(page, "/dashboard/integrations/meta");
  const connection = await connectMeta(form.owner, { accessToken: "sandbox-expired" });
  const { id } = await submitForm(form);
  await decideSubmission({
    access: toAccess(form.owner),
    submissionId: id,
    input: { status: "handled" },
  });
  await connection.update({
    assetName: "Very-Long-".repeat(12),
    testModeUntil: new Date(Date.now() + 3_600_000),
  });
  await visit(page, "/dashboard/integrations");
  await page.goto("/dashboard/integrations/meta");
  await page.getByRole("button", { name: "Check everything" }).click();
  await expect(page.getByRole("heading", { name: "Check of the Meta connection" })).toBeVisible();
  await expectWellMade(page);
  for (const view of ["", "?outcome=fault", "?state=waiting"])
    await visit(page, `/dashboard/deliveries${view}`);
  await page.locator("tbody a").first().click();
  await expect(page.getByRole("heading", { name: "Event to Meta" })).toBeVisible();
  await expectWellMade(page);
});

test("axe finds nothing wrong with the proof of a claim, its correction, the tabs of its statements and its events", {
  tag: "@audit",
}, async ({ page, signedInAs }) => {
  const form = await createForm();
  await connectMeta(form.owner);
  await signedInAs(form.owner);
  const { id, workspaceId } = await submitForm(form, { email: LONG_EMAIL, amount: "250", currency: "EUR" });
  await decideSubmission({
    access: await findAccess(workspaceId),
    submissionId: id,
    input: { status: "handled" },
  });
  for (const path of [
    `/dashboard/submissions/${id}/proof`,
    `/dashboard/submissions/${id}/correction`,
    "/dashboard/deliveries/replay",
    "/dashboard/deliveries",
    "/dashboard/statements/due",
    "/dashboard/statements/commission",
    "/dashboard/settings/security",
    "/dashboard/settings/preferences",
  ])
    await visit(page, path);
});

test("axe finds nothing wrong with a full team and the news", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  const owner = await createOwner();
  await owner.workspace.update({ name: "W".repeat(100) });
  const member = await createOwner({ email: longUniqueEmail() });
  await addMember(owner, member, "manager");
  await invite({
    access: toAccess(owner),
    invitedBy: owner,
    isProven: true,
    input: { email: longUniqueEmail(), role: "viewer" },
  });
  await signedInAs(owner);
  for (const path of ["settings/team", "settings/team/delete", "news"])
    await visit(page, `/dashboard/${path}`);
});

test("axe finds nothing wrong with the notifications and the link out of their emails", {
  tag: "@audit",
}, async ({ page, signedInAs }) => {
  const owner = await createOwner();
  await signedInAs(owner);
  await visit(page, "/dashboard/notifications");
  await inTransaction(async (transaction) => {
    for (const name of ["Reports", "W".repeat(60)])
      await notifyAccount({ userId: owner.id, type: "apiKeyCreated", payload: { name } }, transaction);
  });
  await visit(page, "/dashboard/notifications?state=unread");
  await visit(page, unsubscribeUrlFor(owner.id, "new-claims") ?? "");
});

test("axe finds nothing wrong with the question before a platform is deleted", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  const owner = await createOwner();
  const [platform] = await createPlatforms(2, { owner });
  await platform?.update({ name: "W".repeat(50) });
  await signedInAs(owner);
  await page.goto(`/dashboard/affiliate-settings/${platform?.id}/form`);
  await page.getByText("Delete…").click();
  await expectAccessible(page, "details[open]");
});

test("axe finds nothing wrong with the administration of users", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  const admin = await createOwner({ role: "superadmin" });
  const target = await createOwner({ email: longUniqueEmail() });
  await connectMeta(target, { accessToken: "sandbox-expired" }).then((row) =>
    row.update({ status: "invalid" }),
  );
  const actor = { user: admin, ip: null };
  await grantSubscription({ actor, userId: target.id, plan: "agency", amount: "149", endsAt: null });
  await allowSupport({ actor: { user: target, ip: null }, access: toAccess(target), hours: 1 });
  await signedInAs(admin);
  for (const path of ["", `/${target.id}/delete`, "?search=nobody"]) await visit(page, `/admin/users${path}`);
  await page.goto("/admin/users");
  await page.getByText("Manage").last().click();
  await expectAccessible(page, "details[open]");
  await visit(page, `/admin/users/${target.id}`);
  await page.getByRole("button", { name: "Enter the workspace" }).click();
  await expect(page.getByText("You are working in the workspace of")).toBeVisible();
  await expectWellMade(page);
});

test("axe finds nothing wrong with administration, messages, news and logs", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  const admin = await createOwner({ role: "superadmin" });
  const email = longUniqueEmail();
  const { id } = await ContactMessage.create({
    name: "W".repeat(100),
    email,
    company: null,
    subject: "billing",
    message: "long".repeat(300),
    createdAt: new Date(),
  });
  const input = { title: "W".repeat(150), summary: "long".repeat(100), url: null, category: "W".repeat(50) };
  const item = await createOwnNews({
    actor: { user: admin, ip: "2001:db8:85a3::8a2e:370:7334" },
    input,
  });
  await recordJobRun({ name: "a job", startedAt: new Date(), durationMs: 1, error: new Error("no") });
  await signedInAs(admin);
  await visit(page, "/admin");
  await visit(page, "/admin/messages");
  const message = page.getByRole("region").filter({ hasText: email });
  await message.getByRole("button", { name: "Mark as handled" }).click();
  await expect(message).toHaveCount(0);
  expect(await ContactMessage.findByPk(id)).toMatchObject({ handledBy: admin.username });
  for (const path of ["messages?view=handled", "audit-log?search=e", "system", "news", `news/${item.id}`])
    await visit(page, `/admin/${path}`);
});

test("axe finds no wrong colour in the other pairs of theme and width, where each width has parts of its own", {
  tag: "@audit",
}, async ({ page, signedInAs }) => {
  for (const path of ["/", "/login"]) {
    await page.goto(path);
    await expectColoursRight(page);
  }
  const owner = await createOwner({ role: "admin" });
  const form = await createForm({ owner });
  const { id } = await submitForm(form);
  const platformId = String(form.platforms[0]?.id);
  const tiers = Tiers.parse([{ name: "Bronze", minAmount: 0, type: "fixed", value: 40, currency: "EUR" }]);
  await replaceTiers({ access: toAccess(owner), platformId, tiers });
  await signedInAs(owner);
  for (const path of [
    "/dashboard/overview",
    `/dashboard/submissions?open=${id}`,
    "/admin/users",
    `/dashboard/affiliate-settings/${platformId}`,
    `/dashboard/affiliate-settings/${platformId}/form`,
  ]) {
    await page.goto(path);
    await expectColoursRight(page);
  }
});
