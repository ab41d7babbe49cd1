import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Identity, Session, User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createOwner, unique } from "../../factories/index.ts";
import { type GraphServer, startGraphServer } from "../../servers/facebook.ts";
import { readFlash } from "../../support/flash.ts";
import { serveSite } from "../../support/site.ts";

let graph: GraphServer;
const env: Record<string, string> = {
  OAUTH_FACEBOOK_CLIENT_ID: "1234567890",
  OAUTH_FACEBOOK_CLIENT_SECRET: "an-app-secret-only-for-tests",
};
beforeAll(async () => {
  graph = await startGraphServer();
  env.META_GRAPH_URL = graph.url;
});
const site = serveSite(env);
afterAll(() => graph.close());

const comeBack = async (profile: Record<string, unknown>) => {
  const begun = await site.send("/auth/facebook", {
    form: { intent: "sign-in-with-provider" },
    headers: { "sec-fetch-site": "same-origin" },
  });
  const to = new URL(begun.headers.get("location") ?? "");
  const cookie = begun.headers.getSetCookie().find((line) => line.startsWith("attesto_attempt="));
  const code = unique();
  graph.profiles.set(code, profile);
  const state = to.searchParams.get("state") ?? "";
  const response = await site.send(`/auth/facebook/callback?${new URLSearchParams({ code, state })}`, {
    cookie: cookie?.split(";")[0] ?? "",
  });
  return { to, response, message: readFlash(response) };
};

test("a sign-in with Facebook starts with state and PKCE, and proves both at the exchange", async () => {
  const { to } = await comeBack({ id: "1" });
  expect(to.origin + to.pathname).toMatch(/^https:\/\/www\.facebook\.com\/v\d+\.\d+\/dialog\/oauth$/);
  const sent = graph.exchanges.at(-1);
  const challenge = createHash("sha256")
    .update(sent?.get("code_verifier") ?? "")
    .digest("base64url");
  expect(Object.fromEntries(to.searchParams)).toMatchObject({
    client_id: "1234567890",
    scope: "public_profile email",
    code_challenge: challenge,
    code_challenge_method: "S256",
  });
  expect(sent?.get("redirect_uri")).toBe(to.searchParams.get("redirect_uri"));
  expect((await site.send("/login")).headers.get("content-security-policy")).toContain(
    "form-action 'self' https://www.facebook.com;",
  );
});

test("a Facebook address that is not verified creates no account", async () => {
  const owner = await createOwner({ password: "correct horse battery" });
  for (const email of ["new@example.com", owner.email, undefined]) {
    const { message } = await comeBack({ id: unique(), name: "A name", email });
    expect(message).toBe(messages.social.emailUnverified);
  }
  expect([await User.count(), await Identity.count(), await Session.count()]).toEqual([1, 0, 0]);
});

test("a connected Facebook account signs in", async () => {
  const owner = await createOwner();
  const subject = unique();
  const now = new Date();
  await Identity.create({
    userId: owner.id,
    provider: "facebook",
    issuer: "https://www.facebook.com",
    subject,
    email: null,
    createdAt: now,
    lastUsedAt: now,
  });
  const { response } = await comeBack({ id: subject, name: "A name" });
  expect(response.headers.get("location")).toContain("/social-login-success");
  expect(await Session.count({ where: { userId: owner.id } })).toBe(1);
});

test.each([{}, { id: "" }, { id: 7 }])(
  "a Facebook profile that names nobody is refused: %j",
  async (profile) => {
    const { message } = await comeBack(profile);
    expect(message).toBe(messages.social.notFinished);
  },
);
