import { describe, expect, test } from "vitest";
import { createForm, createOwner, signInAs } from "../../factories/index.ts";
import type { Send } from "../../support/client.ts";
import { serveSite } from "../../support/site.ts";
import { MULTIPART, sendUnfinished, startOfForm } from "../../support/unfinished.ts";

// Six a minute in the place of six hundred.
const site = serveSite({ RATE_LIMIT_SCALE: "0.01", TRUST_PROXY: "1" });

let hosts = 0;
const newAddress = () => `203.0.113.${++hosts}`;
const from = (address: string, path: string, options: Send = {}) =>
  site.send(path, {
    ...options,
    headers: { "x-forwarded-for": address, "sec-fetch-site": "same-origin", ...options.headers },
  });
const statuses = async (paths: string[], ask: (path: string) => Promise<{ status: number }>) => {
  const all: number[] = [];
  for (const path of paths) all.push((await ask(path)).status);
  return all;
};
const sevenTimes = (path: string) => Array<string>(7).fill(path);

describe("general limit", () => {
  test.each(["/", "/login", "/not-found", "/optin/nobody-here", "/login.data"])(
    "the general limit counts each opening of %s once by its address, whatever it is made of",
    async (path) => {
      const address = newAddress();
      const [first = 0, ...more] = await statuses(sevenTimes(path), (each) => from(address, each));
      expect(more).toEqual([...Array(5).fill(first), 429]);
      expect((await from(newAddress(), path)).status).toBe(first);
    },
  );

  test("the general limit holds for a form that has no limit of its own, and says so in words and in the head", async () => {
    const address = newAddress();
    const post = () => from(address, "/theme", { form: { intent: "theme", theme: "dark" } });
    expect(await statuses(sevenTimes("/theme"), post)).toEqual([...Array(6).fill(303), 429]);
    const { status, text, headers } = await post();
    expect([status, text.includes("Too many requests")]).toEqual([429, true]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(headers.get("ratelimit-policy")).toBe('"general";q=6;w=60');
  });

  test("the general limit counts a signed-in account wherever it asks from, pages and forms alike", async () => {
    const { cookie } = await signInAs(await createOwner());
    const ask = (path: string) =>
      from(
        newAddress(),
        path,
        path.endsWith("security") ? { form: { intent: "end-others" }, cookie } : { cookie },
      );
    const pages = ["/dashboard/overview", "/dashboard/settings/security", "/dashboard/submissions"];
    expect(await statuses([...pages, ...pages], ask)).toEqual([200, 303, 200, 200, 303, 200]);
    for (const path of [...pages, "/dashboard", "/dashboard/settings"]) {
      const { status, headers } = await ask(path);
      expect([path, status, Number(headers.get("retry-after")) > 0]).toEqual([path, 429, true]);
    }
    const other = await signInAs(await createOwner());
    expect((await from(newAddress(), pages[0] ?? "", { cookie: other.cookie })).status).toBe(200);
  });

  test("the general limit leaves files and the public form's page alone", async () => {
    const { slug } = await createForm();
    const address = newAddress();
    for (const path of ["/favicon.svg", `/optin/${slug}`])
      expect(await statuses(sevenTimes(path), (each) => from(address, each))).toEqual(Array(7).fill(200));
    expect((await from(address, "/login")).status).toBe(200);
  });
});

test("uploads are counted by workspace and by address, at the page and the call, before their first byte", async () => {
  const [form, other] = [await createForm(), await createForm()];
  const [own, others] = [await signInAs(form.owner), await signInAs(other.owner)];
  const first = newAddress();
  const body = () => startOfForm({ intent: "upload", platformId: "nobody" }, 9);
  const unfinished = (address: string, path: string, who: Record<string, string>) =>
    sendUnfinished(
      site.app.url + path,
      { "x-forwarded-for": address, "sec-fetch-site": "same-origin", ...MULTIPART, ...who },
      body(),
    );
  const ofPage = ({ cookie }: { cookie: string }) => ({ cookie });
  const ofCall = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });
  expect((await unfinished(first, "/dashboard/statements", ofPage(own))).status).toBe(400);
  for (const [address, path, who] of [
    [newAddress(), "/api/spend/uploads", ofCall(own)],
    [newAddress(), "/dashboard/spend", ofPage(own)],
    [newAddress(), "/api/optin-settings/upload-logo", ofCall(own)],
    [first, "/api/statements", ofCall(others)],
  ] as const) {
    const response = await unfinished(address, path, who);
    expect([path, response.status, response.text.includes("Too many requests")]).toEqual([path, 429, true]);
  }
});
