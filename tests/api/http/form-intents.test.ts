import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { Op } from "sequelize";
import { expect, test } from "vitest";
import { pendingLinkCookie } from "#app/http/auth/authorization-request.server.ts";
import { twoFactorCookie } from "#app/http/auth/two-factor-cookie.server.ts";
import { CommissionTier, OptInForm, Statement, Submission } from "#app/models/index.server.ts";
import routes from "#app/routes.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createPrivateToken } from "#app/services/submissions/private-links.server.ts";
import {
  addMember,
  createForm,
  createOwner,
  createPlatforms,
  signInAs,
  submitForm,
} from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";
import { createUpload, ONE_PIXEL } from "../../support/upload.ts";

const site = serveSite({ OAUTH_FACEBOOK_CLIENT_ID: "1234567890", OAUTH_FACEBOOK_CLIENT_SECRET: "for tests" });
const headers = { "sec-fetch-site": "same-origin" };

async function ownerWithPlatform() {
  // Administration has forms too.
  const owner = await createOwner({ role: "admin" });
  const [platform] = await createPlatforms(1, { owner });
  const { cookie } = await signInAs(owner);
  return {
    owner,
    cookie,
    page: `/dashboard/affiliate-settings/${platform?.id}`,
    platformId: String(platform?.id),
  };
}

/** Actions that read no intent. */
const exempt: Record<string, string> = {
  "routes/optin/form.tsx": "its fields are the contract's",
  "routes/optin/broker-link.tsx": "a post only leads on, as the link itself does for known hosts",
  "routes/optin/telegram.tsx": "a post only leads on to the bot",
  "routes/auth/session.ts": "a call of the dashboard's script, no form",
  "routes/dashboard/form-settings/preview.tsx": "shows what the settings' form holds, and stores nothing",
};

const flat = (entries: RouteConfigEntry[], parent = ""): { file: string; path: string }[] =>
  entries.flatMap(({ file, path = "", children = [] }) => {
    const whole = [parent, path].filter(Boolean).join("/");
    return [{ file, path: whole }, ...flat(children, whole)];
  });

/** Every route with an action, but those of /api, which take no intent. */
const pagesWithForms = flat(routes as RouteConfigEntry[]).filter(({ file }) => {
  if (file.startsWith("routes/api/") || file in exempt) return false;
  const source = readFileSync(new URL(`../../../app/${file}`, import.meta.url), "utf8");
  return /export (const|async function|function) action\b/.test(source);
});

/** What a page needs to have before it looks at its form. */
async function createPrerequisites() {
  const { owner, cookie, platformId } = await ownerWithPlatform();
  const form = await createForm();
  const { id } = await submitForm(form);
  const account = {
    provider: "facebook" as const,
    issuer: "https://www.facebook.com",
    subject: "1",
    email: "maria@example.com",
    isEmailVerified: false,
    name: null,
    authenticatedAt: null,
  };
  const pending = [
    await twoFactorCookie.serialize({ token: "pending", authenticatedAt: Date.now(), link: null }),
    await pendingLinkCookie.serialize({ userId: "1", account, returnTo: "/dashboard/overview" }),
  ];
  const { id: userId } = await createOwner();
  const params: Record<string, string> = {
    platformId,
    userId,
    slug: form.slug,
    token: createPrivateToken(id),
    provider: "facebook",
    adPlatform: "meta",
    deliveryId: id,
    submissionId: id,
    statementId: id,
    formId: id,
    linkId: id,
    contractId: id,
    importId: id,
  };
  const paths = pagesWithForms.map(
    ({ path }) => `/${path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ""))}`,
  );
  const session = cookie;
  return {
    paths,
    owner,
    session,
    cookie: [session, ...pending.map((line) => line.split(";")[0])].join("; "),
  };
}

test("an unknown or missing intent is refused with 400 by every page with forms", async () => {
  const { paths, cookie } = await createPrerequisites();
  expect(paths.length).toBeGreaterThan(25);
  const forms: Record<string, string>[] = [{}, { intent: "nothing" }, { intent: "toString" }, { intent: "" }];
  for (const path of paths)
    for (const form of forms) {
      const { status } = await site.send(path, { form, cookie, headers });
      expect([path, form, status]).toEqual([path, form, 400]);
    }
});

/** A text browser that tells neither `Sec-Fetch-Site` nor `Origin` nor `Referer`. */
const postSilently = (path: string, cookie: string, form: Record<string, string>) =>
  site.send(path, { cookie, form });

async function readPageToken(cookie: string): Promise<string> {
  const { text } = await site.send("/dashboard/settings/account", { cookie });
  return /name="pageToken" value="([^"]+)"/.exec(text)?.[1] ?? "";
}

const REFUSED = "This request didn't come from one of our pages. Please reload the page and try again.";

test("a post that does not say where it comes from is taken by every page only with its session's token", async () => {
  const { paths, owner, session, cookie } = await createPrerequisites();
  const other = await createOwner();
  await addMember(other, owner, "manager");
  const token = await readPageToken(session);
  const { cookie: otherSession } = await signInAs(owner);
  const { cookie: otherWorkspace } = await signInAs(owner);
  const ownToken = await readPageToken(otherWorkspace);
  await site.send("/dashboard/workspace", {
    cookie: otherWorkspace,
    headers,
    form: { intent: "switch", workspaceId: other.workspace.id },
  });
  const foreign = [await readPageToken(otherSession), await readPageToken(otherWorkspace), "", "x"];
  expect(new Set([token, ownToken, ...foreign]).size).toBe(6);

  // These two act by the token in their address.
  for (const path of paths.filter((each) => !/^\/(?:unsubscribe$|optin\/)/.test(each))) {
    for (const pageToken of foreign) {
      const refused = await postSilently(path, cookie, { intent: "nothing", pageToken });
      expect([path, pageToken, refused.status]).toEqual([path, pageToken, 403]);
      expect([path, refused.text.replaceAll("&#x27;", "'")]).toEqual([
        path,
        expect.stringContaining(REFUSED),
      ]);
    }
    const { status } = await postSilently(path, cookie, { intent: "nothing", pageToken: token });
    expect([path, status]).toEqual([path, 400]);
  }
  const left = await postSilently("/theme", otherWorkspace, {
    intent: "theme",
    theme: "light",
    pageToken: ownToken,
  });
  expect(left.status).toBe(403);
});

test("a text browser without a referrer decides a claim and uploads a logo and a statement with its page's token", async () => {
  const form = await createForm();
  const { id } = await submitForm(form);
  const { cookie } = await signInAs(form.owner);
  const pageToken = await readPageToken(cookie);
  const decide = { intent: "decide", submissionId: id, status: "handled" };
  const page = `/dashboard/submissions?open=${id}`;
  expect((await postSilently(page, cookie, decide)).status).toBe(403);
  expect((await Submission.findByPk(id))?.status).toBe("pending");
  expect((await postSilently(page, cookie, { ...decide, pageToken })).status).toBe(303);
  expect((await Submission.findByPk(id))?.status).toBe("handled");

  const upload = (fields: Record<string, string>) =>
    site.send("/dashboard/optin-settings", { ...createUpload("logo", ONE_PIXEL, fields), cookie });
  const logos = () => OptInForm.count({ where: { logo: { [Op.ne]: null } } });
  expect([(await upload({ intent: "logo" })).status, await logos()]).toEqual([403, 0]);
  expect([(await upload({ intent: "logo", pageToken })).status, await logos()]).toEqual([303, 1]);

  const platformId = form.platforms[0]?.id ?? "";
  const fields = { intent: "upload", platformId };
  const rows = Buffer.alloc(3_000_000, `1001;2026-11-03;${"x".repeat(5_000)}\n`);
  const statement = (more: object) =>
    site.send("/dashboard/statements", { ...createUpload("file", rows, { ...more, ...fields }), cookie });
  expect([(await statement({})).status, await Statement.count()]).toEqual([403, 0]);
  expect([(await statement({ pageToken })).status, await Statement.count()]).toEqual([303, 1]);
});

test("a call never takes a page's token in place of an origin, however its address is written", async () => {
  const { cookie } = await signInAs(await createOwner());
  const pageToken = await readPageToken(cookie);
  for (const path of ["/api/auth/logout", "/%61pi/auth/logout", "//api/auth/logout", "/API/auth/logout"]) {
    const { status } = await postSilently(path, cookie, { pageToken });
    expect([path, [403, 404, 405].includes(status)]).toEqual([path, true]);
  }
  expect((await site.send("/dashboard/overview", { cookie })).status).toBe(200);
});

test("a row of tiers is added and removed without script, and nothing is saved by it", async () => {
  const { cookie, page, platformId } = await ownerWithPlatform();
  const row = { name: "Silver", minAmount: "0", maxAmount: "2000", type: "fixed", value: "5" };
  const typed = Object.fromEntries(Object.entries(row).map(([name, value]) => [`tiers[0].${name}`, value]));
  const press = (control: unknown) => {
    const form = { intent: "tiers", currency: "EUR", ...typed, __intent__: JSON.stringify(control) };
    return site.send(page, { form, cookie, headers });
  };
  const added = await press({ type: "insert", payload: { name: "tiers", defaultValue: { minAmount: "7" } } });
  expect(added.status).toBe(200);
  expect(added.text).toMatch(
    /name="tiers\[1\]\.minAmount"[^>]*value="2000"|value="2000"[^>]*name="tiers\[1\]\.minAmount"/,
  );
  expect(added.text).toContain('value="Silver"');
  expect(added.text).not.toContain(messages.platforms.tiersFailed);
  const removed = await press({ type: "remove", payload: { name: "tiers", index: 0 } });
  expect([removed.status, removed.text.includes('value="Silver"')]).toEqual([200, false]);
  expect(await CommissionTier.count({ where: { platformId } })).toBe(0);
});

test("a conform button with the name of no list is a 400 and not a 500", async () => {
  const { cookie, page } = await ownerWithPlatform();
  const control = { type: "insert", payload: { name: "currency" } };
  const form = { intent: "tiers", currency: "EUR", __intent__: JSON.stringify(control) };
  expect((await site.send(page, { form, cookie, headers })).status).toBe(400);
});
