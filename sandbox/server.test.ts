import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "./server.ts";

const NOW_MS = 1_795_136_000_000;
const HASH = "542d240129883c019e106e3b1b2d3f3cb3537c43c425364de8e951d5a3083345";
const TOKEN = "sandbox-token";
const PIXEL = "1000000000000003";

let sandbox: Sandbox;
const lines: string[] = [];
let onLine = () => {};
beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    now: () => NOW_MS,
    log: (line) => {
      lines.push(line);
      onLine();
    },
  });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const event = (more: Record<string, unknown> = {}) => ({
  event_name: "Lead",
  event_time: NOW_MS / 1000,
  event_id: "e1",
  action_source: "website",
  user_data: { em: [HASH] },
  ...more,
});

type RequestOptions = { path?: string; token?: string | null; body?: unknown; method?: string };
function send({
  path = `/v27.0/${PIXEL}/events`,
  token = TOKEN,
  body,
  method = "POST",
}: RequestOptions = {}) {
  return fetch(sandbox.url + path, {
    method,
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    ...(method === "POST" && {
      body: typeof body === "string" ? body : JSON.stringify(body ?? { data: [event()] }),
    }),
  });
}
const post = (path: string, body: object) => send({ path, body, token: null });
const readError = async (response: Response) => {
  const { error } = (await response.json()) as { error: Record<string, unknown> };
  return { ...error, status: response.status } as Record<string, unknown>;
};

describe("events sent to the sandbox", () => {
  test("the sandbox answers as Meta does and keeps what came", async () => {
    const response = await send({
      body: { data: [event(), event({ event_id: "e2" })], test_event_code: "TEST1" },
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      events_received: 2,
      messages: [],
      fbtrace_id: expect.stringMatching(/^[\w-]{11,24}$/),
    });
    expect(sandbox.events()).toEqual(
      ["e2", "e1"].map((eventId) => ({
        platform: "meta",
        assetId: PIXEL,
        eventId,
        eventName: "Lead",
        at: new Date(NOW_MS).toISOString(),
        accepted: true,
        body: event({ event_id: eventId }),
        testEventCode: "TEST1",
      })),
    );
  });

  test("the sandbox keeps every accepted event, the same one twice too", async () => {
    await send();
    await send();
    expect(sandbox.events().map(({ eventId, accepted }) => [eventId, accepted])).toEqual([
      ["e1", true],
      ["e1", true],
    ]);
  });

  test("the sandbox refuses the whole batch for one bad event", async () => {
    const refused = await readError(
      await send({ body: { data: [event(), event({ event_id: "bad", user_data: {} })] } }),
    );
    expect(refused).toMatchObject({
      status: 400,
      message: "Invalid parameter",
      type: "OAuthException",
      code: 100,
      error_subcode: 2804050,
      is_transient: false,
      error_user_title: expect.any(String),
      error_user_msg: expect.any(String),
      fbtrace_id: expect.any(String),
    });
    expect(sandbox.events().map(({ accepted }) => accepted)).toEqual([false, false]);
    expect(sandbox.events()[0]?.error).toMatch(/^100\/2804050 /);
  });

  test("the sandbox checks in Meta's order: each mended fault shows the next one", async () => {
    const bad = { data: [event({ user_data: {} })] };
    const path = (version: string, pixel = PIXEL) => `/${version}/${pixel}/events`;
    const codes: [RequestOptions, number, number, number?][] = [
      [{ path: path("v20.0", "abc"), token: "short", body: bad }, 400, 100, 33],
      [{ path: path("v20.0"), token: "short", body: bad }, 400, 2635],
      [{ path: path("v27.0"), token: null, body: bad }, 401, 190],
      [{ path: path("v27.0"), token: "short", body: bad }, 401, 190],
      [{ path: path("v27.0"), token: "sandbox-wrong-pixel", body: bad }, 400, 100, 33],
      [{ path: path("v27.0"), token: "sandbox-rate-limited", body: bad }, 400, 4],
      [{ path: path("v27.0"), body: "no json" }, 400, 100],
      [{ path: path("v27.0"), body: bad }, 400, 100, 2804050],
    ];
    for (const [sent, status, code, subcode] of codes) {
      const refused = await readError(await send(sent));
      expect([refused.status, refused.code, refused.error_subcode]).toEqual([status, code, subcode]);
    }
  });

  test.each(["query", "body", "form"])(
    "the sandbox takes the token and the data from the %s too",
    async (where) => {
      const path = `/v27.0/${PIXEL}/events`;
      const data = [event()];
      const form = new URLSearchParams({ data: JSON.stringify(data), access_token: TOKEN });
      const response =
        where === "form"
          ? await fetch(sandbox.url + path, { method: "POST", body: form })
          : await send({
              path: where === "query" ? `${path}?access_token=${TOKEN}` : path,
              token: null,
              body: where === "query" ? { data } : { data, access_token: TOKEN },
            });
      expect(response.status).toBe(200);
      expect(JSON.stringify(sandbox.events())).not.toContain(TOKEN);
    },
  );

  test("the sandbox answers an unknown path with Graph's code", async () => {
    expect(await readError(await send({ path: "/v27.0/a/b/c" }))).toMatchObject({ status: 400, code: 2500 });
  });
});

describe("faults", () => {
  test.each([
    ["sandbox-token-expired", 401, 190, 463],
    ["sandbox-token-invalid", 401, 190, undefined],
    ["sandbox-no-permission", 403, 200, undefined],
    ["sandbox-wrong-pixel", 400, 100, 33],
    ["sandbox-old-version", 400, 2635, undefined],
    ["sandbox-rate-limited", 400, 4, undefined],
    ["sandbox-limit-17", 400, 17, 2446079],
    ["sandbox-limit-613", 400, 613, 1487742],
    ["sandbox-limit-80004", 400, 80004, undefined],
    ["sandbox-unknown-1", 500, 1, 99],
    ["sandbox-transient-2", 503, 2, undefined],
    ["sandbox-policy", 400, 368, undefined],
    ["sandbox-bad-event", 400, 100, 2804050],
    ["sandbox-200-with-error", 200, 2, undefined],
  ])("%s is played by the token's name", async (token, status, code, subcode) => {
    const refused = await readError(await send({ token }));
    expect([refused.status, refused.code, refused.error_subcode]).toEqual([status, code, subcode]);
    expect(sandbox.events()).toMatchObject([{ eventId: "e1", accepted: false }]);
  });

  test("a service that is down says that it is transient", async () => {
    expect(await readError(await send({ token: "sandbox-transient-2" }))).toMatchObject({
      is_transient: true,
    });
  });

  test("a refusal can come in the owner's language", async () => {
    expect(await readError(await send({ token: "sandbox-translated" }))).toMatchObject({
      message: "Invalid parameter",
      error_subcode: 2804050,
      error_user_title: "Informations client insuffisantes",
    });
  });

  test("limits have their headers, and status 429 if requested", async () => {
    const limited = await send({ token: "sandbox-rate-limited" });
    expect(JSON.parse(limited.headers.get("x-app-usage") ?? "")).toMatchObject({ call_count: 100 });
    const useCase = JSON.parse(limited.headers.get("x-business-use-case-usage") ?? "") as Record<
      string,
      unknown[]
    >;
    expect(Object.values(useCase)[0]?.[0]).toMatchObject({ estimated_time_to_regain_access: 1 });
    const account = (await send({ token: "sandbox-limit-17" })).headers.get("x-ad-account-usage");
    expect(JSON.parse(account ?? "")).toMatchObject({ reset_time_duration: 30 });
    await post("/settings", { rateLimitStatus: 429 });
    expect((await send({ token: "sandbox-rate-limited" })).status).toBe(429);
  });

  test.each([
    ["sandbox-500", 500, /^<!DOCTYPE html>/],
    ["sandbox-429", 429, /^<!DOCTYPE html>/],
    ["sandbox-html-200", 200, /^<!DOCTYPE html>/],
    ["sandbox-empty-200", 200, /^$/],
    ["sandbox-oversized-200", 200, /^x{200000}$/],
  ])("%s answers without JSON and takes nothing", async (token, status, body) => {
    const response = await send({ token });
    expect(response.status).toBe(status);
    expect(await response.text()).toMatch(body);
    expect(sandbox.events()).toMatchObject([{ accepted: false }]);
  });

  test.each(["half", "reset"])("%s takes the event and loses the response, once", async (fault) => {
    const token = `sandbox-${fault}-once`;
    await expect(send({ token }).then((response) => response.text())).rejects.toThrow();
    expect((await send({ token })).status).toBe(200);
    expect(sandbox.events()).toMatchObject([
      { eventId: "e1", accepted: true },
      { eventId: "e1", accepted: true, error: `response lost: ${fault}` },
    ]);
  });

  test('the fault "hangs" takes nothing and never responds', async () => {
    const leaving = new AbortController();
    const arrived = new Promise<void>((done) => {
      onLine = done;
    });
    const answer = fetch(`${sandbox.url}/v27.0/${PIXEL}/events`, {
      method: "POST",
      headers: { authorization: "Bearer sandbox-hangs" },
      body: JSON.stringify({ data: [event()] }),
      signal: leaving.signal,
    });
    await arrived;
    expect(sandbox.events()).toMatchObject([{ accepted: false, error: "not taken: hangs" }]);
    leaving.abort();
    await expect(answer).rejects.toThrow("aborted");
  });

  test("a bad event is refused before its response could be lost", async () => {
    const refused = await send({ token: "sandbox-half", body: { data: [event({ user_data: {} })] } });
    expect((await readError(refused)).error_subcode).toBe(2804050);
  });

  test("faults are switched on and off for a pixel while it runs", async () => {
    expect((await post("/faults", { asset: PIXEL, fault: "token-expired", times: null })).status).toBe(204);
    expect((await send()).status).toBe(401);
    expect((await send({ path: "/v27.0/77/events" })).status).toBe(200);
    await post("/faults", { asset: PIXEL, fault: null });
    expect((await send()).status).toBe(200);
    await post("/faults", { token: TOKEN, fault: "500", times: 1 });
    expect([(await send()).status, (await send()).status]).toEqual([500, 200]);
    await post("/faults", { token: TOKEN, fault: "500" });
    await fetch(`${sandbox.url}/faults`, { method: "DELETE" });
    expect((await send()).status).toBe(200);
  });

  test.each([
    [{ fault: "500" }],
    [{ asset: "", fault: "500" }],
    [{ asset: PIXEL, fault: "flood" }],
    [{ asset: PIXEL, fault: "500", times: 0 }],
    [{ asset: 7, fault: "500" }],
  ])("faults are refused when they make no sense: %j", async (body) => {
    expect((await post("/faults", body)).status).toBe(400);
  });

  test("the strict switch enforces the documented rules", async () => {
    expect((await send()).status).toBe(200);
    await post("/settings", { strict: true });
    expect((await readError(await send())).message).toContain("event_source_url");
  });
});

describe("reading from the sandbox", () => {
  const get = (path: string, token: string | null = TOKEN) => send({ method: "GET", path, token });

  test("the sandbox gives a pixel's asked fields", async () => {
    expect(await (await get(`/v27.0/${PIXEL}?fields=id,name`)).json()).toEqual({
      id: PIXEL,
      name: "Sandbox pixel 0003",
    });
    expect(await readError(await get(`/v27.0/${PIXEL}?fields=secret`))).toMatchObject({
      status: 400,
      code: 100,
    });
  });

  test.each([
    ["sandbox-token-expired", 401, 190, 463],
    ["nonsense", 401, 190, undefined],
    ["sandbox-no-permission", 403, 200, undefined],
    ["sandbox-wrong-pixel", 400, 100, 33],
    ["sandbox-old-version", 400, 2635, undefined],
  ])("the sandbox refuses %s", async (token, status, code, subcode) => {
    const refused = await readError(await get(`/v27.0/${PIXEL}?fields=id,name`, token));
    expect([refused.status, refused.code, refused.error_subcode]).toEqual([status, code, subcode]);
  });

  test("the sandbox lists ad accounts and their pixels", async () => {
    const accounts = (await (await get("/v27.0/me/adaccounts?fields=id,name,account_id")).json()) as {
      data: { id: string }[];
    };
    expect(accounts.data).toEqual([
      { id: "act_1000000000000002", name: "Sandbox ad account", account_id: "1000000000000002" },
    ]);
    const pixels = await (await get(`/v27.0/${accounts.data[0]?.id}/adspixels?fields=id,name`)).json();
    expect(pixels).toMatchObject({
      data: [{ id: PIXEL, name: "Sandbox pixel 0003" }, { id: "1000000000000004" }],
      paging: { cursors: { before: expect.any(String), after: expect.any(String) } },
      summary: { total_count: 2 },
    });
    expect(await readError(await get("/v27.0/act_5/adspixels"))).toMatchObject({
      code: 100,
      error_subcode: 33,
    });
  });

  test("the sandbox describes a token", async () => {
    const debug = async (inputToken: string) => {
      const response = await get(`/debug_token?input_token=${inputToken}&access_token=${TOKEN}`, null);
      return ((await response.json()) as { data: Record<string, unknown> }).data;
    };
    expect(await debug(TOKEN)).toMatchObject({ is_valid: true, type: "SYSTEM_USER", expires_at: 0 });
    expect(await debug("sandbox-token-expired")).toMatchObject({
      is_valid: false,
      scopes: [],
      error: { code: 190, subcode: 463 },
    });
    expect(await debug("nonsense")).toMatchObject({ is_valid: false, error: { code: 190 } });
  });
});

describe("page /received", () => {
  const page = async (accept: string, query = "") =>
    fetch(`${sandbox.url}/received${query}`, { headers: { accept } });

  test("the page /received shows the newest first, as a page without script and as JSON", async () => {
    await send({ body: { data: [event({ event_id: "older" })] } });
    await send({ body: { data: [event({ event_id: "newer", user_data: {} })] } });
    const html = await (await page("text/html")).text();
    expect(html.indexOf("newer")).toBeLessThan(html.indexOf("older"));
    expect(html).toMatch(/Accepted/);
    expect(html).toMatch(/Refused.*100\/2804050/);
    expect(html).toMatch(/<details>/);
    expect(html).not.toMatch(/<script/);
    const expected = {
      events: [
        { eventId: "newer", accepted: false },
        { eventId: "older", accepted: true },
      ],
      total: 2,
    };
    expect(await (await page("application/json")).json()).toMatchObject(expected);
    expect(await (await page("text/html", "?format=json")).json()).toMatchObject(expected);
  });

  test("the page /received escapes all that it was sent", async () => {
    const evil = `"'<>&</pre></script><script>alert(1)</script>{{\r\n=`;
    await send({
      body: {
        data: [
          event({
            event_name: evil,
            event_id: evil,
            custom_data: { [evil]: evil },
            user_data: { em: HASH, fbc: evil },
          }),
        ],
        test_event_code: evil,
      },
    });
    await send({ path: `/v27.0/${encodeURIComponent(evil)}/events` });
    const response = await page("text/html");
    const html = await response.text();
    expect(html).not.toMatch(/<script|<\/script|alert\(1\)<\//);
    expect(html.match(/<pre>/g)).toHaveLength(2);
    expect(html.match(/<\/pre>/g)).toHaveLength(2);
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  test("the page /received never shows a token", async () => {
    const token = "EAAsecret-in-many-places";
    await send({
      token,
      body: {
        access_token: token,
        data: [event({ access_token: token, note: `x${token}x`, list: [{ deep: token }] })],
      },
    });
    expect(JSON.stringify(sandbox.events())).not.toContain("EAAsecret");
    expect(await (await page("text/html")).text()).not.toContain("EAAsecret");
    expect(lines.join("\n")).not.toContain("EAAsecret");
  });

  test("the page /received keeps 5000 and counts all", async () => {
    const thousand = Array.from({ length: 1000 }, () => event());
    for (let batch = 0; batch < 5; batch += 1) await send({ body: { data: thousand } });
    await send({ body: { data: [event({ event_id: "last" })] } });
    const { events, total } = (await (await page("application/json")).json()) as {
      events: unknown[];
      total: number;
    };
    expect([events.length, total]).toEqual([5000, 5001]);
    expect(await (await page("text/html")).text()).toContain("5001 events, the newest 200 of them below");
  });

  test("the page /received is the redirect target of /, and is cleared on request", async () => {
    const root = await fetch(`${sandbox.url}/`, { redirect: "manual" });
    expect([root.status, root.headers.get("location")]).toEqual([302, "/received"]);
    await send();
    expect((await fetch(`${sandbox.url}/received`, { method: "DELETE" })).status).toBe(204);
    expect(sandbox.events()).toEqual([]);
    expect(await (await page("text/html")).text()).toContain("Nothing yet");
  });
});

describe("program", () => {
  const main = fileURLToPath(new URL("./main.ts", import.meta.url));
  const argv = ["--import", "tsx", main];
  const environment = (port: string) => ({ ...process.env, HOST: "", PORT: port });

  test("the program says in one sentence that its port is in use", async () => {
    const port = new URL(sandbox.url).port;
    const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((done) => {
      execFile(process.execPath, argv, { env: environment(port) }, (error, _out, err) =>
        done({ code: error?.code ?? 0, stderr: err }),
      );
    });
    expect(stderr).toBe(`Port ${port} is in use: stop what listens there, or set PORT to another one.\n`);
    expect(code).toBe(1);
  });

  test.each(["SIGTERM", "SIGINT"] as const)(
    "the program prints one line and ends cleanly on %s",
    async (signal) => {
      const child = spawn(process.execPath, argv, { env: environment("0") });
      const [line] = (await once(child.stdout, "data")) as [Buffer];
      expect(String(line)).toMatch(
        /^The ad-platform sandbox listens on http:\/\/127\.0\.0\.1:\d+ .+\/received\n$/,
      );
      child.kill(signal);
      expect(await once(child, "exit")).toEqual([0, null]);
    },
  );
});
