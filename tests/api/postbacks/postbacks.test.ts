import { request } from "node:http";
import { expect, test } from "vitest";
import { messages } from "#app/schemas/messages/index.ts";
import { createForm, createKey, createMember, signInAs } from "../../factories/index.ts";
import { send, type TestResponse } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { readFlash } from "../../support/flash.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

const SETTINGS = {
  system: "affilka",
  answer: "json",
  fields: [
    { name: "event", meaning: "kind" },
    { name: "player", meaning: "account" },
    { name: "amount", meaning: "amount" },
    { name: "currency", meaning: "currency" },
    { name: "tx", meaning: "transactionId" },
  ],
  kinds: { goal1: "first_deposit" },
  timeZone: "Europe/Madrid",
};

async function setUp(settings: object = SETTINGS) {
  const form = await createForm();
  const { token, cookie } = await signInAs(form.owner);
  const base = `/api/affiliate/${form.platforms[0]?.id}`;
  const call = (method: string, path: string, json?: object, as: object = { token }): Promise<TestResponse> =>
    send(`${site.app.url}${base}${path}`, { method, ...(json ? { json } : {}), ...as });
  const saved = await call("PUT", "/postback", settings);
  expect(saved.status).toBe(200);
  const address = saved.json.address.replace(/^https?:\/\/[^/]+/, site.app.url);
  const log = async () => (await call("GET", "/postbacks")).json.postbacks;
  return { form, cookie, call, saved, address, log };
}

const deposit = (player: string, tx: string) =>
  `?event=goal1&player=${player}&amount=250.00&currency=EUR&tx=${tx}`;

test("a network's calls are answered as it reads them, and are in the log with what came of them", async () => {
  const { call, address, log } = await setUp();
  const first = await send(address + deposit("9410001", "t1"));
  expect([first.status, first.json]).toEqual([200, { received: true }]);
  expect(first.headers.get("cache-control")).toBe("no-store");
  for (const [answer, type, text] of [
    ["ok", "text/plain; charset=utf-8", "OK"],
    ["one", "text/plain; charset=utf-8", "1"],
  ] as const) {
    await call("PUT", "/postback", { answer });
    const response = await eventually(async () => {
      const one = await send(address + deposit("9410001", "t1"));
      expect(one.text).toBe(text);
      return one;
    });
    expect(response.headers.get("content-type")).toBe(type);
  }
  await call("PUT", "/postback", { answer: "gif" });
  await eventually(async () => {
    const gif = await send(address, { form: { event: "goal9", player: "9410001" } });
    expect(gif.headers.get("content-type")).toBe("image/gif");
  });
  await eventually(async () => {
    const outcomes = (await log()).map(({ outcome }: { outcome: string }) => outcome);
    expect(outcomes.at(-1)).toBe("row");
    expect(outcomes.at(-2)).toBe("repeated");
    expect(outcomes[0]).toBe("unmapped");
  });
  await eventually(async () => expect((await log()).at(-1).evidenceId).toEqual(expect.any(String)));
});

test("wrong tokens, bodies that are too large and other methods are refused", async () => {
  const { call, address, log } = await setUp();
  const unknown = address.replace(/[^/]{43}$/, "x".repeat(43));
  expect((await send(unknown)).status).toBe(404);
  expect((await send(`${address}x`)).status).toBe(404);
  const large = await send(address, { method: "POST", body: `a=${"x".repeat(70_000)}` });
  expect(large.status).toBe(413);
  expect((await send(address, { method: "PUT", json: {} })).status).toBe(405);
  expect((await send(address, { method: "HEAD" })).status).toBe(405);
  await call("PUT", "/postback", {
    secret: "parameter",
    parameter: { name: "key", value: "0123456789abcdef" },
  });
  await eventually(async () => expect((await send(address + deposit("1", "1"))).status).toBe(401));
  expect((await send(`${address}${deposit("9410002", "t2")}&key=0123456789abcdef`)).status).toBe(200);
  expect(JSON.stringify(await log())).not.toContain("0123456789abcdef");
  await call("PUT", "/postback", { ips: ["198.51.100.7"] });
  await eventually(async () => expect((await send(`${address}?key=0123456789abcdef`)).status).toBe(403));
});

/** `fetch` would change such a query. */
const sendRaw = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port, pathname } = new URL(url);
    request({ hostname, port, path: pathname + url.slice(url.indexOf("?")) }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on("error", reject)
      .end();
  });

test("a zero byte, broken text and a currency that does not exist are lines of the log", async () => {
  const { address, log } = await setUp();
  for (const query of [
    `?event=goal1&player=1%00&_data=x`,
    `?event=goal1&player=%ff`,
    `?event=goal1&player=9410003&amount=5&currency=ZZQ`,
    `?event=goal1&player=9410003&amount=5&amount=500`,
  ])
    expect(await sendRaw(address + query)).toBe(200);
  await eventually(async () => {
    const outcomes = (await log()).map(({ outcome }: { outcome: string }) => outcome);
    expect(outcomes).toEqual(["unreadable", "unreadable", "unreadable", "unreadable"]);
  });
});

test("owners change secrets, managers the rest, viewers see no values, and other workspaces nothing", async () => {
  const { form, call, address, saved } = await setUp();
  expect(saved.json).toMatchObject({
    ...SETTINGS,
    secret: "none",
    previousUntil: null,
    timeZone: "Europe/Madrid",
  });
  await send(address + deposit("9410004", "t4"));
  const as = async (role: "manager" | "viewer" | "checker") => ({
    token: (await signInAs(await createMember(form.owner, role))).token,
  });
  const [manager, viewer, checker] = [await as("manager"), await as("viewer"), await as("checker")];
  const status = async (...args: Parameters<typeof call>) => (await call(...args)).status;
  expect(await status("PUT", "/postback", { amountIn: "cents" }, manager)).toBe(200);
  expect(await status("PUT", "/postback", { secret: "parameter" }, manager)).toBe(403);
  expect(await status("PUT", "/postback", { amountIn: "units" }, viewer)).toBe(403);
  expect(await status("POST", "/postback/rotate", {}, checker)).toBe(403);
  expect((await call("GET", "/postback", undefined, viewer)).json.address).toBeNull();
  expect((await call("GET", "/postbacks", undefined, viewer)).json.postbacks[0].query).toBe(
    "event=goal1&player=•••&amount=250.00&currency=EUR&tx=•••",
  );
  expect((await call("GET", "/postbacks", undefined, checker)).json.postbacks[0].query).toContain("9410004");
  const key = { token: (await createKey(form.owner, { scopes: ["brokers:write"] })).key };
  expect(await status("PUT", "/postback", { answer: "ok" }, key)).toBe(200);
  expect(await status("PUT", "/postback", { secret: "hmac" }, key)).toBe(403);
  expect(await status("POST", "/postback/rotate", {}, key)).toBe(403);
  const stranger = { token: (await signInAs((await createForm()).owner)).token };
  for (const [method, path] of [
    ["GET", "/postback"],
    ["PUT", "/postback"],
    ["POST", "/postback/rotate"],
    ["GET", "/postbacks"],
  ] as const)
    expect(await status(method, path, method === "GET" ? undefined : { answer: "ok" }, stranger)).toBe(404);
  const made = await call("PUT", "/postback", { secret: "hmac" });
  expect(made.json.hmac).toEqual({ header: "X-Signature", value: expect.stringMatching(/^[\w-]{43}$/) });
  expect((await call("GET", "/postback")).json.hmac).toEqual({ header: "X-Signature", value: null });
  const rotated = await call("POST", "/postback/rotate", {});
  expect(rotated.json.address).not.toBe(saved.json.address);
  expect(Date.parse(rotated.json.previousUntil)).toBeGreaterThan(Date.now());
});

test("the address of a known broker has its affiliate system, unless another one is given", async () => {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  await form.platforms[0]?.update({ name: "EXNESS Spain" });
  const path = `${site.app.url}/api/affiliate/${form.platforms[0]?.id}/postback`;
  expect((await send(path, { token })).json).toMatchObject({ address: null, system: "exness" });
  const made = await send(path, { method: "PUT", token, json: { answer: "ok" } });
  expect(made.json).toMatchObject({ address: expect.any(String), system: "exness" });
  await send(path, { method: "PUT", token, json: { system: "other" } });
  expect((await send(path, { token })).json.system).toBe("other");
});

test("the page makes an address, waits for a call and maps its parameters, without script", async () => {
  const form = await createForm();
  const { cookie, token } = await signInAs(form.owner);
  const platformId = form.platforms[0]?.id;
  const path = `${site.app.url}/dashboard/affiliate-settings/${platformId}/postbacks`;
  const headers = { "sec-fetch-site": "same-origin" };
  const post = (fields: Record<string, string>) => send(path, { form: fields, cookie, headers });
  const made = await post({ intent: "make", system: "cellxpert" });
  expect([made.status, readFlash(made)]).toEqual([303, messages.postbacks.created]);
  const page = await send(path, { cookie });
  expect(page.status).toBe(200);
  expect(page.text).toContain("afp={afp}");
  expect(page.text).toContain("Send a test from your network now");
  const settings = await send(`${site.app.url}/api/affiliate/${platformId}/postback`, { token });
  const address = settings.json.address.replace(/^https?:\/\/[^/]+/, site.app.url);
  await send(`${address}?what=ftd&who=9410009&sum=12500&cur=EUR`);
  const sampled = await eventually(async () => {
    const { text } = await send(path, { cookie });
    expect(text).toContain("9410009");
    return text;
  });
  expect(sampled).toContain('value="who"');
  const reading = {
    intent: "reading",
    system: "cellxpert",
    answer: "ok",
    amountIn: "cents",
    currency: "",
    timeZone: "Europe/Madrid",
    dateOrder: "day-first",
    "names[0]": "what",
    "meanings[0]": "kind",
    "names[1]": "who",
    "meanings[1]": "account",
    "names[2]": "sum",
    "meanings[2]": "amount",
    "names[3]": "cur",
    "meanings[3]": "currency",
    "words[0]": "ftd",
    "wordKinds[0]": "first_deposit",
  };
  const saved = await post(reading);
  expect([saved.status, readFlash(saved)]).toEqual([303, messages.postbacks.saved]);
  expect((await post({ ...reading, "meanings[3]": "amount" })).status).toBe(400);
  expect(
    (await post({ intent: "proof", secret: "parameter", name: "key", value: "short", ips: "" })).status,
  ).toBe(400);
  expect((await post({ intent: "proof", secret: "none", ips: "198.51.100.0/24\n203.0.113.7" })).status).toBe(
    303,
  );
  await eventually(async () => expect((await send(path, { cookie })).text).toContain("Matched with claims"));
  const rotated = await post({ intent: "rotate" });
  expect([rotated.status, readFlash(rotated)]).toEqual([303, messages.postbacks.rotated]);
  const viewer = await signInAs(await createMember(form.owner, "viewer"));
  const shown = await send(path, { cookie: viewer.cookie });
  expect(shown.status).toBe(200);
  expect(shown.text).not.toContain("9410009");
  await send(path, { cookie: viewer.cookie, form: { ...reading, answer: "gif" }, headers });
  const kept = await send(`${site.app.url}/api/affiliate/${platformId}/postback`, { token });
  expect(kept.json.answer).toBe("ok");
});
