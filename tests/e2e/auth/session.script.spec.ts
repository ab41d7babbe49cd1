import type { Page } from "@playwright/test";
import { inTransaction } from "#app/database/connection.server.ts";
import { Session } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { consumeToken, issueToken } from "#app/services/auth/credentials/one-time-tokens.server.ts";
import { createForm, createOwner, signInAs, submitForm } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { spinner } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

const password = "verify-what-is-true";
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** As when someone comes back to the tab. */
const lookAtItAgain = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

async function openDashboard(page: Page, session: Partial<Session> = {}, at = "/dashboard/overview") {
  const owner = await createOwner({ password });
  await submitForm(await createForm({ owner }));
  const { cookie, sessionId } = await signInAs(owner);
  await Session.update(session, { where: { id: sessionId } });
  const [name = "", value = ""] = cookie.split("=");
  await page.context().addCookies([{ name, value, url: process.env.PUBLIC_URL ?? "" }]);
  await page.goto(at);
  return { owner, sessionId };
}

const readEnd = async (sessionId: string) =>
  (await Session.findByPk(sessionId, { rejectOnEmpty: true })).expiresAt.getTime() - Date.now();

test("the session's script renews a session that is in use and has under five minutes left", async ({
  page,
}) => {
  const { sessionId } = await openDashboard(page, { expiresAt: new Date(Date.now() + 4 * MINUTE) });
  await eventually(async () => expect(await readEnd(sessionId)).toBeGreaterThan(13 * DAY));
});

test("a session with more than five minutes left is not renewed", async ({ page }) => {
  const response = page.waitForResponse((response) => response.url().endsWith("/session"));
  const { sessionId } = await openDashboard(page, { expiresAt: new Date(Date.now() + 6 * MINUTE) });
  expect((await response).status()).toBe(200);
  expect(await readEnd(sessionId)).toBeLessThan(6 * MINUTE);
});

test("the session's script asks every three and a half minutes", { tag: "@audit" }, async ({ page }) => {
  await page.clock.install();
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/session")) asked++;
  });
  await openDashboard(page);
  await page.clock.runFor(1000);
  await expect.poll(() => asked).toBe(1);
  await page.clock.runFor(3.5 * MINUTE);
  await expect.poll(() => asked).toBe(2);
});

test.describe("script, without a response to its renewal,", () => {
  test.use({ foreseen: [/ERR_INTERNET_DISCONNECTED/] });

  /** From now on no renewal gets a response. @returns when each was asked for, by the page's clock */
  async function loseRenewals(page: Page) {
    const askedAt: number[] = [];
    await page.route("**/session", async (route) => {
      askedAt.push(await page.evaluate(() => Date.now()));
      await route.abort("internetdisconnected");
    });
    return askedAt;
  }

  /** Lets the page's clock run until so many renewals were asked for. */
  async function runUntil(page: Page, askedAt: number[], count: number) {
    await expect(async () => {
      if (askedAt.length < count) await page.clock.runFor(500);
      expect(askedAt).toHaveLength(count);
    }).toPass();
  }

  test("a renewal without a response is tried three times, and again at the next check", {
    tag: "@audit",
  }, async ({ page }) => {
    await page.clock.install();
    const response = page.waitForResponse((response) => response.url().endsWith("/session"));
    await openDashboard(page);
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    await response;
    const askedAt = await loseRenewals(page);
    await page.clock.runFor(3.5 * MINUTE);
    await runUntil(page, askedAt, 3);
    const [first = 0, second = 0, third = 0] = askedAt;
    expect(second - first).toBeGreaterThanOrEqual(1000);
    expect(third - second).toBeGreaterThanOrEqual(2000);
    await page.clock.runFor(2 * MINUTE);
    expect(askedAt).toHaveLength(3);
    await page.clock.runFor(1.5 * MINUTE);
    await expect.poll(() => askedAt.length).toBeGreaterThan(3);
    await expect(page).toHaveURL("/dashboard/overview");
  });

  test("a session that expires without a response leads to the sign-in page", { tag: "@audit" }, async ({
    page,
  }) => {
    await page.clock.install();
    const response = page.waitForResponse((response) => response.url().endsWith("/session"));
    const { sessionId } = await openDashboard(page, { expiresAt: new Date(Date.now() + 6 * MINUTE) });
    await page.clock.runFor(1000);
    await response;
    await loseRenewals(page);
    await page.clock.runFor(5 * MINUTE);
    await expect(page).toHaveURL("/dashboard/overview");
    await Session.update({ expiresAt: new Date(0) }, { where: { id: sessionId } });
    await page.clock.runFor(MINUTE);
    await expect(async () => {
      await page.clock.runFor(1000);
      await expect(page).toHaveURL(/\/login\?session=expired/, { timeout: 500 });
    }).toPass();
  });
});

test("a session ended elsewhere leads to the sign-in page, and back with what was typed", async ({
  page,
  signInPage,
}) => {
  const { owner, sessionId } = await openDashboard(page, {}, "/dashboard/submissions?status=pending");
  const search = page.getByRole("searchbox");
  // Too short to be searched.
  await search.pressSequentially("h");
  await Session.update({ endedAt: new Date() }, { where: { id: sessionId } });

  await lookAtItAgain(page);

  await expect(page).toHaveURL(/\/login\?session=expired&returnTo=/);
  await expect(page.getByText(messages.auth.sessionExpired)).toBeVisible();
  await signInPage.submit({ usernameOrEmail: owner.email, password });
  await expect(page).toHaveURL(/\/dashboard\/submissions\?status=pending/);
  await expect(page.getByRole("searchbox")).toHaveValue("h");
});

test("saving after the end of the session says so, and brings back what was typed", async ({
  page,
  signInPage,
}) => {
  const checked = page.waitForResponse("**/session");
  const { owner } = await openDashboard(page, {}, "/dashboard/settings/account");
  await checked;
  await page.getByLabel("City").fill("Vigo");
  // As when another tab signs out: the browser has no session any more.
  await page.context().clearCookies({ name: "attesto_session" });
  await page.getByRole("button", { name: "Save address" }).click();

  await expect(page).toHaveURL("/login?session=expired&returnTo=%2Fdashboard%2Fsettings%2Faccount");
  await expect(page.getByText(messages.auth.sessionExpired)).toBeVisible();
  await signInPage.submit({ usernameOrEmail: owner.email, password });
  await expect(page.getByLabel("City")).toHaveValue("Vigo");

  await page.getByRole("button", { name: "Save address" }).click();
  await expect(page.getByText(messages.profile.addressUpdated).first()).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem("_att_typed"))).toBeNull();
});

test("the sign-in page replaces a page whose session has ended", { tag: "@audit" }, async ({ page }) => {
  const { sessionId } = await openDashboard(page);
  await page
    .getByRole("link", { name: /^Claims/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/dashboard\/submissions/);
  await Session.update({ endedAt: new Date() }, { where: { id: sessionId } });
  const entries = await page.evaluate(() => history.length);

  await lookAtItAgain(page);

  await expect(page).toHaveURL(/\/login\?session=expired/);
  expect(await page.evaluate(() => history.length)).toBe(entries);
});

test("a session that cannot be renewed says so two minutes before its end", { tag: "@audit" }, async ({
  page,
}) => {
  await openDashboard(page, {
    expiresAt: new Date(Date.now() + 1.5 * MINUTE),
    createdAt: new Date(Date.now() - 30 * DAY),
    authenticatedAt: new Date(Date.now() - 30 * DAY + 1.5 * MINUTE),
  });
  await expect(page.getByRole("alert")).toContainText("You will be signed out in less than two minutes.");

  await page.getByRole("button", { name: "Stay signed in" }).click();

  await expect(page).toHaveURL(/\/reauthenticate\?returnTo=%2Fdashboard%2Foverview/);
});

test("no warning is shown while the session can be renewed", { tag: "@audit" }, async ({ page }) => {
  const { sessionId } = await openDashboard(page, { expiresAt: new Date(Date.now() + MINUTE) });
  await eventually(async () => expect(await readEnd(sessionId)).toBeGreaterThan(13 * DAY));
  await expect(page.getByText("You will be signed out")).toBeHidden();
});

test("the device's identity is kept with the sign-in", async ({ page, signInPage }) => {
  const owner = await createOwner({ password });
  await signInPage.open();
  await signInPage.submit({ usernameOrEmail: owner.email, password });
  await expect(page).toHaveURL("/dashboard/overview");

  const { deviceId, deviceFingerprint } = await Session.findOne({
    where: { userId: owner.id },
    rejectOnEmpty: true,
  });
  expect(deviceFingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect(deviceId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(deviceId?.slice(0, 8)).toBe(deviceFingerprint?.slice(0, 8));
});

test.describe("page that could not be loaded", () => {
  test.use({ foreseen: [/ERR_CONNECTION_RESET/] });

  test("a page that could not be loaded is asked for again", { tag: "@audit" }, async ({ page }) => {
    await openDashboard(page);
    let tries = 0;
    await page.route("**/dashboard/submissions.data*", (route) =>
      ++tries < 3 ? route.abort("connectionreset") : route.continue(),
    );
    await page
      .getByRole("link", { name: /^Claims/ })
      .first()
      .click();
    await expect(page.getByRole("heading", { name: "Claims", level: 1 })).toBeVisible();
    expect(tries).toBe(3);
  });
});

test.describe("page, while the next one is on its way,", () => {
  /** Lets pages through only once the wheel has been seen, 6 or 14 units of 4 px wide. */
  async function expectWheel(page: Page, width: number, label = "") {
    await page.route("**/*.data*", async (route) => {
      if (route.request().method() === "GET") {
        const wheel = spinner(page);
        await expect(wheel).toBeVisible();
        await expect(wheel).toContainText(label);
        expect(await wheel.locator("svg").evaluate((svg) => getComputedStyle(svg).width)).toBe(`${width}px`);
      }
      await route.continue();
    });
  }

  test("a small spinner is shown beside content that stays", { tag: "@audit" }, async ({ page }) => {
    await openDashboard(page);
    await expectWheel(page, 24);
    await page
      .getByRole("link", { name: /^Claims/ })
      .first()
      .click();
    await expect(page.getByRole("heading", { name: "Claims", level: 1 })).toBeVisible();
    await expect(spinner(page)).toBeHidden();
  });

  test("a large spinner is shown with its text where everything changes", { tag: "@audit" }, async ({
    page,
    signInPage,
  }) => {
    const { email } = await createOwner({ password });
    await signInPage.open();
    await expectWheel(page, 56, "Opening the page…");
    await signInPage.submit({ usernameOrEmail: email, password });
    await expect(page).toHaveURL("/dashboard/overview");
    await expect(spinner(page)).toBeHidden();
  });
});

test.describe("used link", () => {
  test.use({ foreseen: [/400/] });

  test("the error of a used link goes once another password is typed", async ({ page }) => {
    const { id: userId, email } = await createOwner();
    const token = await inTransaction((transaction) =>
      issueToken({ userId, purpose: "reset-password", email }, transaction),
    );
    await inTransaction((transaction) => consumeToken({ token, purpose: "reset-password" }, transaction));
    await page.goto(`/reset-password?token=${token}`);
    await page.getByLabel("New password", { exact: true }).fill("another-long-password");
    await page.getByRole("button", { name: "Set the password" }).click();
    const problem = page.getByText(messages.auth.resetLinkInvalid);
    await expect(problem).toBeVisible();
    await page.getByLabel("New password", { exact: true }).pressSequentially("a");
    await expect(problem).toBeHidden();
  });
});
