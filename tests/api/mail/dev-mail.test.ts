import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createOwner, signInAs } from "../../factories/index.ts";
import { send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { startTestApp } from "../../support/start-for-test.ts";

const start = (directory: string, env: Record<string, string> = {}) =>
  startTestApp({ env: { DATA_DIR: directory, ...env } });

/** `fetch` names no host but the address's own. */
async function readStatus(url: string, host: string): Promise<number | undefined> {
  const [response] = (await once(get(url, { headers: { host } }), "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

test("without a mail server emails are shown at /dev/mail with their links, until the account is deleted", async () => {
  const directory = mkdtempSync(path.join(tmpdir(), "attesto-mails-"));
  const app = await start(directory);
  try {
    const owner = await createOwner();
    await send(`${app.url}/api/auth/forgot-password`, { json: { email: owner.email } });
    const list = await eventually(async () => {
      const { text } = await send(`${app.url}/dev/mail`);
      expect(text).toContain(owner.email);
      return text;
    });
    const id = /\/dev\/mail\/([\w-]+)/.exec(list)?.[1] ?? "";
    const { text, headers } = await send(`${app.url}/dev/mail/${id}`);
    expect(text).toMatch(/<a href="[^"]*\/reset-password\?token=[\w-]{43}">/);
    expect([headers.get("referrer-policy"), headers.get("x-robots-tag")]).toEqual(["same-origin", "noindex"]);
    const html = await send(`${app.url}/dev/mail/${id}/html`);
    expect(html.headers.get("content-security-policy")).toContain("sandbox");
    expect(html.text).toContain("Set a new password");
    const { token } = await signInAs(owner);
    expect((await send(`${app.url}/api/user`, { method: "DELETE", token })).status).toBe(204);
    expect((await send(`${app.url}/dev/mail/${id}`)).status).toBe(404);
    expect(readdirSync(path.join(directory, "mails")).filter((name) => name.startsWith(id))).toEqual([]);
    for (const other of ["nothing", "..%2f..%2fsecret", "%00"])
      expect((await send(`${app.url}/dev/mail/${other}`)).status).toBeGreaterThanOrEqual(400);
  } finally {
    await app.kill("SIGTERM");
    rmSync(directory, { recursive: true, force: true });
  }
});

test("in production there is no such page", async () => {
  const directory = mkdtempSync(path.join(tmpdir(), "attesto-mails-"));
  const app = await start(directory, {
    APP_ENV: "production",
    NODE_ENV: "production",
    PUBLIC_URL: "https://attesto.example",
  });
  try {
    for (const at of ["/dev/mail", "/dev/mail/a", "/dev/mail/a/html"])
      expect(await readStatus(app.url + at, "attesto.example")).toBe(404);
  } finally {
    await app.kill("SIGTERM");
    rmSync(directory, { recursive: true, force: true });
  }
});
