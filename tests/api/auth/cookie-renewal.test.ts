import { describe, expect, test } from "vitest";
import { messages } from "#app/schemas/messages/index.ts";
import { createOwner, signInAs } from "../../factories/index.ts";
import { createCode, switchTwoStepOn } from "../../factories/two-factor.ts";
import type { Send, TestResponse } from "../../support/client.ts";
import { readCookie } from "../../support/cookies.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const PASSWORD = "correct horse battery";
const own = { "sec-fetch-site": "same-origin" };

const newCookie = (response: TestResponse) => readCookie(response, "attesto_session");
const isWorthSomething = async (cookie: string) =>
  (await site.send("/api/user/profile", { cookie })).status === 200;
type Call = { path: string } & Send;

const calls: [what: string, make: (cookie: string, secret: string) => Call | Promise<Call>][] = [
  ["proving the password", () => ({ path: "/api/auth/reauthenticate", json: { password: PASSWORD } })],
  [
    "changing the password",
    () => ({
      path: "/api/user/change-password",
      json: { currentPassword: PASSWORD, newPassword: "staple of another kind" },
    }),
  ],
  [
    "switching two-step sign-in off",
    (_cookie, secret) => ({
      path: "/api/user/two-step",
      method: "DELETE",
      json: { code: createCode(secret) },
    }),
  ],
];

describe("call of the browser that changes what its session may do", () => {
  test.each(calls)(
    "a browser gets a new cookie after %s, and the old one is worth nothing",
    async (_what, make) => {
      const owner = await createOwner({ password: PASSWORD });
      const { secret } = await switchTwoStepOn(owner);
      const { cookie } = await signInAs(owner);
      const { path, ...options } = await make(cookie, secret);
      const response = await site.send(path, { ...options, cookie, headers: own });
      expect(response.status).toBe(204);
      expect(await isWorthSomething(cookie)).toBe(false);
      expect(await isWorthSomething(newCookie(response))).toBe(true);
    },
  );

  test("a browser gets a new cookie after switching two-step sign-in on", async () => {
    const { cookie } = await signInAs(await createOwner());
    const post = (path: string, json?: unknown) =>
      site.send(path, { method: "POST", json, cookie, headers: own });
    const { secret } = (await post("/api/user/two-step")).json;
    const response = await post("/api/user/two-step/confirm", { code: createCode(secret) });
    expect(response.status).toBe(200);
    expect(await isWorthSomething(cookie)).toBe(false);
    expect(await isWorthSomething(newCookie(response))).toBe(true);
  });

  test.each(calls)("a program's token and session stay after %s", async (_what, make) => {
    const owner = await createOwner({ password: PASSWORD });
    const { secret } = await switchTwoStepOn(owner);
    const { token, cookie } = await signInAs(owner);
    const { path, ...options } = await make(cookie, secret);
    const response = await site.send(path, { ...options, token });
    expect([response.status, newCookie(response)]).toEqual([204, ""]);
    expect(await isWorthSomething(cookie)).toBe(true);
  });

  test("a refused call keeps the browser's cookie", async () => {
    const { cookie } = await signInAs(await createOwner({ password: PASSWORD }));
    const json = { password: "wrong" };
    const response = await site.send("/api/auth/reauthenticate", { json, cookie, headers: own });
    expect([response.json.error, newCookie(response)]).toEqual([messages.profile.wrongPassword, ""]);
    expect(await isWorthSomething(cookie)).toBe(true);
  });

  test("switching two-step sign-in off on the settings page gives a new cookie too", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const { secret } = await switchTwoStepOn(owner);
    const { cookie } = await signInAs(owner);
    const form = { intent: "disable", code: createCode(secret) };
    const response = await site.send("/dashboard/settings/security/two-step", { form, cookie, headers: own });
    expect([response.status, await isWorthSomething(cookie)]).toEqual([303, false]);
    expect(await isWorthSomething(newCookie(response))).toBe(true);
  });
});
