import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { config } from "#app/env.server.ts";
import {
  authorizationCookie,
  type PendingAuthorization,
} from "#app/http/auth/authorization-request.server.ts";
import { deleteOldRows } from "#app/jobs/retentions.server.ts";
import {
  ApiKey,
  Identity,
  Mail,
  Session,
  UsedAuthorization,
  User,
  Workspace,
} from "#app/models/index.server.ts";
import type { ProviderIntent } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createOwner, signInAs, unique } from "../../factories/index.ts";
import { createCode, switchTwoStepOn } from "../../factories/two-factor.ts";
import { type OidcServer, type Person, startOidcServer } from "../../servers/oidc.ts";
import { signInAtProvider } from "../../support/at-provider.ts";
import { send, type TestResponse } from "../../support/client.ts";
import { readCookie } from "../../support/cookies.ts";
import { readFlash } from "../../support/flash.ts";
import { serveSite } from "../../support/site.ts";
import { startTestApp } from "../../support/start-for-test.ts";

const PASSWORD = "correct horse battery";
const CALLBACK = "/auth/oidc/callback";

const getPair = (setCookie: string) => setCookie.split(";")[0] ?? "";
async function readAttempt(cookie: string): Promise<PendingAuthorization> {
  const attempt = await authorizationCookie.parse(cookie);
  if (!attempt) throw new Error("This is not the cookie of an authorization.");
  return attempt;
}

let oidc: OidcServer;
const env: Record<string, string> = {};
// Before the site's own: it is started with the provider's address.
beforeAll(async () => {
  oidc = await startOidcServer();
  oidc.allow(config.publicUrl + CALLBACK);
  Object.assign(env, {
    OIDC_ISSUER: oidc.issuer,
    OIDC_CLIENT_ID: oidc.clientId,
    OIDC_CLIENT_SECRET: oidc.clientSecret,
    OIDC_NAME: "Example ID",
  });
});
const site = serveSite(env);
afterAll(() => oidc.close());

const person = (more: Partial<Person> = {}): Person => {
  const name = unique();
  return {
    sub: `sub-${name}`,
    email: `${name}@example.com`,
    isVerified: true,
    name: `Person ${name}`,
    ...more,
  };
};
/** What a button of a provider posts: its form, and where to go afterwards. */
type Start = { intent?: ProviderIntent; query?: string };
const begin = async ({ intent = "sign-in-with-provider", query = "" }: Start = {}, cookie = "") => {
  const response = await site.send(`/auth/oidc${query}`, {
    form: { intent },
    cookie,
    headers: { "sec-fetch-site": "same-origin" },
  });
  return {
    response,
    to: response.headers.get("location") ?? "",
    cookie: readCookie(response, "attesto_attempt"),
  };
};
/** Through the provider and back, as one browser. */
const goThrough = async (
  who: Person | "cancel",
  { session = "", ...start }: Start & { session?: string } = {},
) => {
  const { to, cookie } = await begin(start, session);
  const back = await signInAtProvider(to, who, config.publicUrl);
  const cookies = [cookie, session].filter(Boolean).join("; ");
  return { back, cookies, response: await site.send(back, { cookie: cookies }) };
};
const readLocation = ({ status, headers }: TestResponse) => [status, headers.get("location")];

describe("beginning at a provider", () => {
  test("a provider sign-in starts with a post from our own page, with state, nonce and PKCE", async () => {
    const { response, to } = await begin({ query: "?returnTo=/dashboard/submissions" });
    expect(response.status).toBe(303);
    const url = new URL(to);
    expect(url.origin).toBe(oidc.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: oidc.clientId,
      redirect_uri: config.publicUrl + CALLBACK,
      response_type: "code",
      scope: "openid email profile",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const attributes = response.headers.getSetCookie().find((line) => line.startsWith("attesto_attempt="));
    expect(attributes).toMatch(/; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(attributes).not.toContain(url.searchParams.get("state"));
  });

  test("a provider sign-in is refused by GET, from a foreign site, and without configuration", async () => {
    expect(readLocation(await site.send("/auth/oidc"))).toEqual([302, "/login"]);
    const foreign = {
      form: { intent: "sign-in-with-provider" },
      headers: { origin: "https://evil.example" },
    };
    expect((await site.send("/auth/oidc", foreign)).status).toBe(403);
    const own = { form: { intent: "sign-in-with-provider" }, headers: { "sec-fetch-site": "same-origin" } };
    for (const provider of ["google", "facebook", "nobody", "__proto__"])
      expect((await site.send(`/auth/${provider}`, own)).status).toBe(404);
  });

  test("the pages to sign in and up have the provider's button, and only their policy allows its post", async () => {
    for (const path of ["/login", "/signup"]) {
      const { text, headers } = await site.send(path);
      expect(text).toContain("Example ID");
      expect(text).not.toContain("Google");
      expect(headers.get("content-security-policy")).toContain(`form-action 'self' ${oidc.issuer};`);
    }
    const refused = await site.send("/login", {
      form: { intent: "sign-in", usernameOrEmail: "", password: "" },
    });
    expect(refused.headers.get("content-security-policy")).toContain(`form-action 'self' ${oidc.issuer};`);
    const { headers } = await site.send("/forgot-password");
    expect(headers.get("content-security-policy")).toContain("form-action 'self';");
  });
});

describe("callback", () => {
  const refused = async (response: TestResponse) => {
    expect(readLocation(response)).toEqual([303, "/login"]);
    expect(readFlash(response)).toBe(messages.social.notFinished);
    expect(readCookie(response, "attesto_session")).toBe("");
  };

  test("a callback is refused if a foreign key has signed the ID token", async () => {
    oidc.misbehave("foreign-key");
    const { response } = await goThrough(person());
    oidc.misbehave(null);
    await refused(response);
    expect(await User.count()).toBe(0);
    // The signature alone was wrong.
    expect(readLocation((await goThrough(person())).response)[1]).toMatch(/^\/social-login-success/);
  });

  test("a callback works once, also where the provider takes its code again", async () => {
    oidc.misbehave("takes-codes-again");
    const { response, back, cookies } = await goThrough(person());
    expect(readCookie(response, "attesto_session")).not.toBe("");
    const again = await Promise.all([1, 2, 3].map(() => site.send(back, { cookie: cookies })));
    oidc.misbehave(null);
    for (const each of again) await refused(each);
    expect([await Session.count(), await UsedAuthorization.count()]).toEqual([1, 1]);
    await UsedAuthorization.update({ expiresAt: new Date(0) }, { where: {} });
    await deleteOldRows("expired authorizations");
    expect(await UsedAuthorization.count()).toBe(0);
  });
});

describe("provider's account that is new here", () => {
  test("a new provider account gets an account with its verified address, a name and no password", async () => {
    const who = person();
    const { response } = await goThrough(who, { query: "?returnTo=/dashboard/submissions" });
    expect(readLocation(response)).toEqual([
      303,
      "/social-login-success?returnTo=%2Fdashboard%2Fsubmissions",
    ]);
    const user = await User.findOne({ where: { emailKey: who.email }, rejectOnEmpty: true });
    expect(user).toMatchObject({ email: who.email, name: who.name, passwordHash: null, role: "user" });
    expect(user.emailVerifiedAt).not.toBeNull();
    expect(user.usernameKey).toMatch(/^[a-z0-9._-]{3,30}$/);
    expect(await Identity.findOne({ where: { userId: user.id } })).toMatchObject({
      provider: "oidc",
      issuer: oidc.issuer,
      subject: who.sub,
    });
    const session = readCookie(response, "attesto_session");
    const page = await site.send("/social-login-success?returnTo=/dashboard/submissions", {
      cookie: session,
    });
    expect(page.status).toBe(200);
    expect(page.text).toContain(who.name);
    expect(page.text).toContain('href="/dashboard/submissions"');
  });

  test.each<[string, Partial<Person>]>([
    ["an address with a control character", { email: "a\u0001b@example.com" }],
    ["an address with a NUL", { email: "a\0b@example.com" }],
    ["no address at all", { email: "nobody" }],
    ["an address that is too long", { email: `${"a".repeat(250)}@example.com` }],
  ])("a new provider account gets none for %s, whatever the provider says", async (_what, claims) => {
    const { response } = await goThrough(person(claims));
    expect(readLocation(response)).toEqual([303, "/login"]);
    expect(readFlash(response)).toBe(messages.social.emailUnverified);
    expect(await User.count()).toBe(0);
  });

  test.each<[string, string]>([
    ["a line break", "Iria\r\nBcc: a@b.co"],
    ["what turns it around", "Iria \u202emoc.elpmaxe"],
    ["a web address", "Win at http://evil.example"],
    ["nothing but a space", " "],
  ])("a new provider account is named by its address if its name has %s", async (_what, name) => {
    const who = person({ name });
    await goThrough(who);
    const [local = ""] = who.email.split("@");
    expect(await User.findOne({ where: { emailKey: who.email } })).toMatchObject({ name: local });
  });

  test("an invalid address is not stored at the next sign-in by a provider", async () => {
    const who = person();
    await goThrough(who);
    const { response } = await goThrough({ ...who, email: "a\0b@example.com" });
    expect(response.headers.get("location")).toContain("/social-login-success");
    expect(await Identity.findOne({ where: { subject: who.sub } })).toMatchObject({ email: null });
  });

  test("a provider account is the same the next time, whatever its address is by then", async () => {
    const who = person();
    await goThrough(who);
    const { response } = await goThrough({ ...who, email: `${unique()}@example.com`, isVerified: false });
    expect(response.headers.get("location")).toContain("/social-login-success");
    expect([await User.count(), await Identity.count(), await Session.count()]).toEqual([1, 1, 2]);
  });

  test.each(["in-userinfo", "in-token", "as-text", "verified-in-userinfo"] as const)(
    "a new provider account gets an account if its address is verified %s, and none if it is not",
    async (emailClaims) => {
      const { response } = await goThrough(person({ emailClaims }));
      expect(response.headers.get("location")).toContain("/social-login-success");
      const refused = await goThrough(person({ emailClaims, isVerified: false }));
      expect(readFlash(refused.response)).toBe(messages.social.emailUnverified);
      expect(await User.count()).toBe(1);
    },
  );

  test("a new provider account gets none while the provider does not say whether its address is verified", async () => {
    const { response } = await goThrough(person({ emailClaims: "unsaid" }));
    expect(readFlash(response)).toBe(messages.social.emailUnverified);
    expect(await User.count()).toBe(0);
  });

  test("a new provider account gets none while the provider does not verify its address", async () => {
    const { response } = await goThrough(person({ isVerified: false }));
    expect(readLocation(response)).toEqual([303, "/login"]);
    expect(readFlash(response)).toBe(messages.social.emailUnverified);
    expect([await User.count(), await Identity.count(), await Session.count()]).toEqual([0, 0, 0]);
  });
});

describe("provider's account with the address of one that is here", () => {
  test("a provider account with a known address is linked after the password only, and told by mail", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const { response } = await goThrough(person({ email: owner.email, sub: "its-own" }));
    expect(readLocation(response)).toEqual([303, "/login/link"]);
    expect([await Identity.count(), await Session.count()]).toEqual([0, 0]);
    const pending = readCookie(response, "attesto_link");
    const page = await site.send("/login/link", { cookie: pending });
    expect(page.text).toContain(owner.email);

    const post = (password: string, cookie = pending) =>
      site.send("/login/link", {
        form: { intent: "confirm-password", password },
        cookie,
        headers: { "sec-fetch-site": "same-origin" },
      });
    const wrong = await post("something else");
    expect([wrong.status, await Identity.count()]).toEqual([401, 0]);
    expect(wrong.text).toContain(messages.auth.invalidCredentials);
    expect(readLocation(await post(PASSWORD, "attesto_link=made-up"))).toEqual([303, "/login"]);

    const right = await post(PASSWORD);
    expect(right.headers.get("location")).toContain("/social-login-success");
    expect(await Identity.findOne({ where: { userId: owner.id } })).toMatchObject({ subject: "its-own" });
    const kinds = (await Mail.findAll({ where: { userId: owner.id } })).map(({ kind }) => kind);
    expect(kinds).toContain("provider-linked");
    const next = await goThrough(person({ email: "other@example.com", sub: "its-own" }));
    expect(next.response.headers.get("location")).toContain("/social-login-success");
    expect(await User.count()).toBe(1);
  });

  test("a provider account with a known address is linked after the second step, and not before", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const { secret } = await switchTwoStepOn(owner);
    const { response } = await goThrough(person({ email: owner.email }));
    const own = { "sec-fetch-site": "same-origin" };
    const proven = await site.send("/login/link", {
      form: { intent: "confirm-password", password: PASSWORD },
      cookie: readCookie(response, "attesto_link"),
      headers: own,
    });
    const step = proven.headers.get("location") ?? "";
    expect(step).toContain("/login/second-step");
    const post = (code: string) =>
      site.send(step, {
        form: { intent: "second-factor", code },
        cookie: readCookie(proven, "attesto_two_factor"),
        headers: own,
      });
    expect((await post("000000")).status).toBe(401);
    expect([await Identity.count(), await Mail.count({ where: { kind: "provider-linked" } })]).toEqual([
      0, 0,
    ]);
    expect((await post(createCode(secret))).headers.get("location")).toContain("/social-login-success");
    expect(await Identity.count({ where: { userId: owner.id } })).toBe(1);
    expect(await Mail.count({ where: { kind: "provider-linked" } })).toBe(1);
  });

  test("a provider account takes over an unverified account with its address", async () => {
    const squatter = await createOwner({ password: PASSWORD, emailVerifiedAt: null });
    const { sessionId } = await signInAs(squatter);
    await ApiKey.create({
      workspaceId: squatter.workspace.id,
      createdByUserId: squatter.id,
      name: "left behind",
      prefix: "att_x",
      keyHash: "0".repeat(64),
      scopes: "stats:read",
      createdAt: new Date(),
    });
    const { response } = await goThrough(
      person({ email: squatter.email.toUpperCase(), name: "Iria Vázquez" }),
    );
    expect(response.headers.get("location")).toContain("/social-login-success");
    const user = await User.findByPk(squatter.id, { rejectOnEmpty: true });
    expect([user.name, user.usernameKey]).toEqual(["Iria Vázquez", user.username]);
    expect(await Workspace.findByPk(squatter.workspace.id)).toMatchObject({ name: "Iria Vázquez" });
    expect(user.username).toMatch(new RegExp(`^${squatter.email.split("@")[0]?.slice(0, 24)}-\\d{4}$`));
    expect([user.passwordHash, user.emailVerifiedAt === null]).toEqual([null, false]);
    expect((await Session.findByPk(sessionId))?.endedAt).not.toBeNull();
    expect(
      (await ApiKey.findOne({ where: { workspaceId: squatter.workspace.id } }))?.revokedAt,
    ).not.toBeNull();
    const { status } = await site.send("/api/auth/login", {
      json: { usernameOrEmail: squatter.email, password: PASSWORD },
    });
    expect(status).toBe(401);
  });

  test("an account without a password is not linked: its own provider must sign in first", async () => {
    const owner = await createOwner();
    const { response } = await goThrough(person({ email: owner.email }));
    expect(readFlash(response)).toBe(messages.social.signInAsBefore);
    expect(await Identity.count()).toBe(0);
  });
});

describe("signing in by a provider", () => {
  const linked = async () => {
    const owner = await createOwner({ password: PASSWORD });
    const who = person();
    const { sub: subject, email } = who;
    const now = new Date();
    await Identity.create({
      userId: owner.id,
      provider: "oidc",
      issuer: oidc.issuer,
      subject,
      email,
      createdAt: now,
      lastUsedAt: now,
    });
    return { owner, who };
  };

  test("signing in by a provider asks for the second step too", async () => {
    const { owner, who } = await linked();
    const { secret } = await switchTwoStepOn(owner);
    const { response } = await goThrough(who);
    const to = response.headers.get("location") ?? "";
    expect(to).toContain("/login/second-step?returnTo=%2Fsocial-login-success");
    expect([readCookie(response, "attesto_session"), await Session.count()]).toEqual(["", 0]);
    const done = await site.send(to, {
      form: { intent: "second-factor", code: createCode(secret) },
      cookie: readCookie(response, "attesto_two_factor"),
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(done.headers.get("location")).toContain("/social-login-success");
  });

  test("signing in by a provider is not recent authentication if the provider does not say when it authenticated", async () => {
    const { owner, who } = await linked();
    const { secret } = await switchTwoStepOn(owner);
    const { response } = await goThrough(who);
    const done = await site.send(response.headers.get("location") ?? "", {
      form: { intent: "second-factor", code: createCode(secret) },
      cookie: readCookie(response, "attesto_two_factor"),
      headers: { "sec-fetch-site": "same-origin" },
    });
    const newcomer = await goThrough(person());
    for (const cookie of [
      readCookie(done, "attesto_session"),
      readCookie(newcomer.response, "attesto_session"),
    ]) {
      expect((await site.send("/api/user/profile", { cookie })).status).toBe(200);
      const { status, json } = await site.send("/api/user/export", { cookie });
      expect([status, json.code]).toEqual([403, "reauthentication_required"]);
    }
  });

  test("signing in by a provider keeps the browser signed in as long as any other sign-in does", async () => {
    const { who } = await linked();
    const session = readCookie((await goThrough(who)).response, "attesto_session");
    await Session.update({ expiresAt: new Date(Date.now() + 60_000) }, { where: {} });
    const own = { method: "POST", cookie: session, headers: { "sec-fetch-site": "same-origin" } };
    const { status, json } = await site.send("/session", own);
    expect([status, json.endsInMs > 13 * 24 * 3_600_000]).toEqual([200, true]);
  });

  test("signing in by a provider leads a deactivated account to its page, and nowhere else", async () => {
    const { owner, who } = await linked();
    await owner.update({ isActive: false });
    const { response } = await goThrough(who);
    expect(readLocation(response)).toEqual([303, "/account-deactivated"]);
    expect(await Session.count()).toBe(0);
  });

  test("a sign-in that was cancelled at the provider says so", async () => {
    const { response } = await goThrough("cancel");
    expect(readLocation(response)).toEqual([303, "/login"]);
    expect(readFlash(response)).toBe(messages.social.cancelled);
  });

  const refused = async (response: TestResponse) => {
    expect(readLocation(response)).toEqual([303, "/login"]);
    expect(readFlash(response)).toBe(messages.social.notFinished);
    expect([await Session.count(), await User.count()]).toEqual([0, 0]);
  };

  test("signing in by a provider is refused in another browser, and with another attempt's cookie", async () => {
    const { to } = await begin();
    const other = await begin();
    const back = await signInAtProvider(to, person(), config.publicUrl);
    await refused(await site.send(back));
    await refused(await site.send(back, { cookie: other.cookie }));
  });

  test("signing in by a provider works once: the same callback again is refused", async () => {
    const { back, cookies, response } = await goThrough(person());
    expect(response.headers.get("location")).toContain("/social-login-success");
    const cleared = response.headers.getSetCookie().find((line) => line.startsWith("attesto_attempt="));
    expect(cleared).toContain("Max-Age=0");
    const again = await site.send(back, { cookie: cookies });
    expect([readFlash(again), await Session.count()]).toEqual([messages.social.notFinished, 1]);
  });

  test.each<[what: string, change: (attempt: PendingAuthorization) => void]>([
    ["another state", ({ authorizationRequest: sent }) => Object.assign(sent, { state: "another" })],
    ["another nonce", ({ authorizationRequest: sent }) => Object.assign(sent, { nonce: "another" })],
    [
      "another code verifier",
      ({ authorizationRequest: sent }) => Object.assign(sent, { codeVerifier: "v".repeat(43) }),
    ],
    ["an attempt of 10 minutes ago", () => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 601_000 })],
    ["an attempt at another provider", (attempt) => Object.assign(attempt, { provider: "google" })],
  ])("signing in by a provider is refused with %s", async (_what, change) => {
    const { to, cookie } = await begin();
    const back = await signInAtProvider(to, person(), config.publicUrl);
    const attempt = await readAttempt(cookie);
    change(attempt);
    const changed = await authorizationCookie.serialize(attempt).finally(() => vi.useRealTimers());
    await refused(await site.send(back, { cookie: getPair(changed) }));
  });

  test.each(["", "?code=made-up", "?error=server_error", "?code=a&code=b&state=x", "?state=&code="])(
    "signing in by a provider is refused for a callback that nobody asked for: %s",
    async (query) => {
      const { cookie } = await begin();
      await refused(await site.send(CALLBACK + query, { cookie }));
    },
  );
});

describe("provider's proof of who is signed in", () => {
  test("a provider's proof is fresh, and from a connected account", async () => {
    const who = person();
    const first = await goThrough(who);
    const session = readCookie(first.response, "attesto_session");
    const longAgo = new Date(Date.now() - 20 * 60_000);
    await Session.update({ authenticatedAt: longAgo }, { where: {} });
    const start = { intent: "reauthenticate", query: "?returnTo=/dashboard/settings/account" } as const;

    const other = await goThrough(person(), { ...start, session });
    expect(readFlash(other.response)).toBe(messages.social.notYours);
    expect((await Session.findOne())?.authenticatedAt).toEqual(longAgo);

    // The provider answered with a proof that was older than the question.
    const old = await begin(start, session);
    const back = await signInAtProvider(old.to, who, config.publicUrl);
    const attempt = await readAttempt(old.cookie);
    const later = await authorizationCookie.serialize({ ...attempt, startedAt: Date.now() + 120_000 });
    const stale = await site.send(back, { cookie: `${getPair(later)}; ${session}` });
    expect(readFlash(stale)).toBe(messages.social.notFresh);
    expect(stale.headers.get("location")).toBe("/reauthenticate?returnTo=%2Fdashboard%2Fsettings%2Faccount");
    expect((await Session.findOne())?.authenticatedAt).toEqual(longAgo);
    const asked = await site.send("/reauthenticate", { cookie: session });
    expect(asked.text).toContain("Confirm with");
    expect(asked.headers.get("content-security-policy")).toContain(`form-action 'self' ${oidc.issuer};`);

    const { to } = await begin(start, session);
    expect(Object.fromEntries(new URL(to).searchParams)).toMatchObject({ prompt: "login", max_age: "0" });
    const { response } = await goThrough(who, { ...start, session });
    expect(readLocation(response)).toEqual([303, "/dashboard/settings/account"]);
    expect(Date.now() - ((await Session.findOne())?.authenticatedAt.getTime() ?? 0)).toBeLessThan(60_000);
    expect(readCookie(response, "attesto_session")).not.toBe(session);
  });
});

describe("connecting a provider from the settings", () => {
  const start = {
    intent: "connect-provider",
    query: "?returnTo=/dashboard/settings/security/providers",
  } as const;

  test("connecting a provider from the settings needs the browser that began it, signed in, with a fresh proof", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const { cookie, sessionId } = await signInAs(owner);
    const { to, cookie: attempt } = await begin(start, cookie);
    const back = await signInAtProvider(to, person(), config.publicUrl);
    expect(readFlash(await site.send(back, { cookie: attempt }))).toBe(messages.social.notFinished);
    const stranger = await signInAs(await createOwner());
    const swapped = await goThroughAs(cookie, stranger.cookie);
    expect(readFlash(swapped)).toBe(messages.social.notFinished);
    await Session.update(
      { authenticatedAt: new Date(Date.now() - 16 * 60_000) },
      { where: { id: sessionId } },
    );
    const { response } = await goThrough(person(), { ...start, session: cookie });
    expect(readFlash(response)).toBe(messages.auth.proofNeeded);
    expect(await Identity.count()).toBe(0);
  });

  /** Begun in one session, ended in another. */
  const goThroughAs = async (first: string, second: string) => {
    const { to, cookie } = await begin(start, first);
    const back = await signInAtProvider(to, person(), config.publicUrl);
    return site.send(back, { cookie: `${cookie}; ${second}` });
  };

  test("connecting a provider from the settings links it, whatever its address there, and never to two accounts", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const who = person({ isVerified: false });
    const { response } = await goThrough(who, { ...start, session: (await signInAs(owner)).cookie });
    expect(readLocation(response)).toEqual([303, "/dashboard/settings/security/providers"]);
    expect(readFlash(response)).toBe(messages.social.linked);
    expect((await Mail.findOne({ where: { userId: owner.id } }))?.kind).toBe("provider-linked");

    const other = await signInAs(await createOwner());
    const second = await goThrough(who, { ...start, session: other.cookie });
    expect(readFlash(second.response)).toBe(messages.social.linkedElsewhere);
    expect((await Identity.findAll()).map(({ userId }) => userId)).toEqual([owner.id]);
  });

  test("connecting a provider from the settings is unlinked there, unless it is the only way to sign in", async () => {
    const who = person();
    const first = await goThrough(who);
    const session = readCookie(first.response, "attesto_session");
    await Session.update({ authenticatedAt: new Date() }, { where: {} });
    const identity = await Identity.findOne({ rejectOnEmpty: true });
    const unlink = (id: string) =>
      site.send("/dashboard/settings/security/providers", {
        form: { intent: "disconnect", identityId: id },
        cookie: session,
        headers: { "sec-fetch-site": "same-origin" },
      });
    expect(readFlash(await unlink(identity.id))).toBe(messages.social.lastWayIn);
    expect(await Identity.count()).toBe(1);
    await goThrough(person(), { ...start, session });
    expect(await Identity.count()).toBe(2);
    const both = await Promise.all((await Identity.findAll()).map(({ id }) => unlink(id)));
    expect(both.map(readFlash).sort()).toEqual([messages.social.unlinked, messages.social.lastWayIn].sort());
    expect(await Identity.count()).toBe(1);
  });

  test("connecting a provider from the settings cannot be undone by anybody else", async () => {
    await goThrough(person());
    const identity = await Identity.findOne({ rejectOnEmpty: true });
    const stranger = await signInAs(await createOwner({ password: PASSWORD }));
    await site.send("/dashboard/settings/security/providers", {
      form: { intent: "disconnect", identityId: identity.id },
      cookie: stranger.cookie,
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(await Identity.count()).toBe(1);
  });
});

describe("OIDC_TRUST_EMAIL=yes", () => {
  test("OIDC_TRUST_EMAIL=yes takes an address as verified if the provider says nothing, and never if it says no", async () => {
    const app = await startTestApp({ env: { ...env, OIDC_TRUST_EMAIL: "yes", RUN_WORKER: "no" } });
    const signIn = async (who: Person) => {
      const begun = await send(`${app.url}/auth/oidc`, {
        form: { intent: "sign-in-with-provider" },
        headers: { "sec-fetch-site": "same-origin" },
      });
      const back = await signInAtProvider(begun.headers.get("location") ?? "", who, config.publicUrl);
      return send(app.url + back, { cookie: readCookie(begun, "attesto_attempt") });
    };
    const refused = [
      await signIn(person({ emailClaims: "in-token", isVerified: false })),
      await signIn(person({ emailClaims: "as-text", isVerified: false })),
    ];
    expect(refused.map(readFlash)).toEqual(refused.map(() => messages.social.emailUnverified));
    const who = person({ emailClaims: "unsaid" });
    expect((await signIn(who)).headers.get("location")).toContain("/social-login-success");
    expect((await User.findAll()).map(({ email }) => email)).toEqual([who.email]);
  });
});

describe("provider that is down", () => {
  test("a provider that is down shows a message, and passwords keep working", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const { to, cookie } = await begin();
    const back = await signInAtProvider(to, person(), config.publicUrl);
    await oidc.listen(false);
    try {
      const response = await site.send(back, { cookie });
      expect(readLocation(response)).toEqual([303, "/login"]);
      expect(readFlash(response)).toContain("Example ID cannot be reached right now.");
      const page = await site.send("/login", { cookie: readCookie(response, "attesto_flash") });
      expect([page.status, page.text.includes("cannot be reached right now")]).toEqual([200, true]);
      const form = { intent: "sign-in", usernameOrEmail: owner.email, password: PASSWORD };
      expect((await site.send("/login", { form })).status).toBe(303);
    } finally {
      await oidc.listen(true);
    }
  });
});
