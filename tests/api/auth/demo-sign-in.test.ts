import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { DEMO_ACCOUNTS } from "#app/services/accounts/demo-accounts.server.ts";
import { seedDemo } from "../../../scripts/demo-data.ts";
import { createOwner } from "../../factories/index.ts";
import { send } from "../../support/client.ts";
import { readCookie } from "../../support/cookies.ts";
import { startTestApp } from "../../support/start-for-test.ts";

const LOGIN = "/login";
const press = (account: string) => ({ intent: "sign-in-demo", account });
const sameOrigin = { "sec-fetch-site": "same-origin" };

/** A request to an installation of another host name, which `fetch` cannot name. */
async function sendTo(host: string, url: string, form?: Record<string, string>) {
  const headers = { host, ...sameOrigin, "content-type": "application/x-www-form-urlencoded" };
  const sent = request(url, { method: form ? "POST" : "GET", headers });
  sent.end(form ? new URLSearchParams(form).toString() : undefined);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return { status: response.statusCode, text: await text(response), headers: response.headers };
}

test("in the demo one press signs in its owner, whose overview says what to try, or its administrator", async () => {
  await seedDemo();
  const app = await startTestApp({ env: { APP_ENV: "demo" } });
  const signIn = async (account: string) => {
    const response = await send(app.url + LOGIN, { form: press(account), headers: sameOrigin });
    expect(response.status).toBe(303);
    return readCookie(response, "attesto_session");
  };
  const login = await send(app.url + LOGIN);
  expect(login.text).toContain("Sign in as owner");
  expect(login.text).toContain("Sign in as administrator");

  const { text: overview } = await send(`${app.url}/dashboard/overview`, { cookie: await signIn("owner") });
  expect(overview).toContain("Try this");
  const links = [...overview.matchAll(/href="([^"]+)"/g)].map(([, href]) => href ?? "");
  for (const to of [
    "/dashboard/statements",
    "/dashboard/analytics/money",
    /\/dashboard\/submissions\/[\w-]{36}\/proof/,
    /\/optin\/demo$/,
    /\/postback\?address=http[\w%.-]+postbacks%2F[\w-]{43}$/,
    /\/received$/,
  ])
    expect(links).toContainEqual(typeof to === "string" ? to : expect.stringMatching(to));

  const { status } = await send(`${app.url}/admin`, { cookie: await signIn("admin") });
  expect(status).toBe(200);
  const unknown = await send(app.url + LOGIN, { form: press("someone"), headers: sameOrigin });
  expect(unknown.status).toBe(400);
});

test("in production neither the buttons nor the call are there, also where an account has the demo's address", async () => {
  const directory = mkdtempSync(path.join(tmpdir(), "attesto-production-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const host = "attesto.example";
  const app = await startTestApp({
    env: {
      APP_ENV: "production",
      NODE_ENV: "production",
      PUBLIC_URL: `https://${host}`,
      DATA_DIR: directory,
    },
  });
  // Before, the server would not start.
  await createOwner({ email: DEMO_ACCOUNTS.owner });
  const login = await sendTo(host, app.url + LOGIN);
  expect(login.status).toBe(200);
  expect(login.text).toContain("Sign in");
  expect(login.text).not.toContain("Sign in as");
  const pressed = await sendTo(host, app.url + LOGIN, press("owner"));
  expect(pressed.status).toBe(400);
  expect(pressed.headers["set-cookie"] ?? []).not.toContainEqual(expect.stringContaining("attesto_session"));
});
