import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { AdPlatform } from "#app/services/ad-platforms/ad-platform.ts";
import {
  bareConversion,
  conversion,
  malformedConversion,
  NOW,
} from "#app/services/ad-platforms/fixtures/conversion.ts";
import { createGoogle } from "#app/services/ad-platforms/google/index.server.ts";
import { createSnapchat } from "#app/services/ad-platforms/snapchat/index.server.ts";
import { createTikTok } from "#app/services/ad-platforms/tiktok/index.server.ts";
import { type Sandbox, startSandbox } from "../../sandbox/server.ts";

let sandbox: Sandbox;
let onLine = () => {};
const platforms: Record<string, AdPlatform> = {};
beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    isStrict: true,
    resultMs: 0,
    now: () => NOW.getTime(),
    log: () => onLine(),
  });
  const options = { apiUrl: sandbox.url, now: () => NOW };
  for (const platform of [createTikTok(options), createSnapchat(options), createGoogle(options)])
    platforms[platform.id] = platform as AdPlatform;
});
beforeEach(() => sandbox.reset());
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => sandbox.close());

const IDS = ["tiktok", "snapchat", "google"];
const ASSETS: Record<string, string> = {
  tiktok: "CSANDBOX000000000003",
  snapchat: "00000000-0000-4000-8000-000000000003",
  google: "1234567890/987654321",
};
const createCredential = (accessToken: string) => ({
  accessToken,
  refreshToken: "sandbox-refresh-1",
  expiresAt: "2026-11-21T13:00:00Z",
  advertiserId: null,
});

function getPlatform(id: string): AdPlatform {
  const platform = platforms[id];
  if (!platform) throw new Error(`There is no ad platform ${id}.`);
  return platform;
}
const destination = (id: string, accessToken = "sandbox-token", settings: object = {}) => ({
  credential: createCredential(accessToken),
  settings: getPlatform(id).settingsSchema.parse(settings),
  assetId: ASSETS[id] ?? "",
});
async function deliver(id: string, accessToken = "sandbox-token", facts = conversion()) {
  const platform = getPlatform(id);
  const to = destination(id, accessToken);
  const sent = await platform.send(to, platform.buildEvent(facts), { timeoutMs: 5000 });
  return { ...sent, to };
}
/** With the result, where the platform reports it later. */
async function outcome(id: string, accessToken?: string, facts = conversion()) {
  const platform = getPlatform(id);
  const { result, to } = await deliver(id, accessToken, facts);
  if (result.outcome !== "submitted") return result;
  return (await platform.checkResult?.(to, result.receipt, { timeoutMs: 5000 }))?.result ?? result;
}

describe.each(IDS)("an event sent to %s", (id) => {
  test("an event sent to the sandbox arrives as it was built, without the token", async () => {
    const platform = getPlatform(id);
    expect((await outcome(id, "sandbox-secret-token")).outcome).toBe("accepted");
    expect(sandbox.events()).toMatchObject([
      { platform: id, assetId: ASSETS[id], eventId: "0199-event", accepted: true },
    ]);
    expect(sandbox.events()[0]?.body).toEqual(platform.buildEvent(conversion()).body);
    expect(JSON.stringify(sandbox.events())).not.toContain("sandbox-secret-token");
  });

  test.each([
    ["with nothing but an address", bareConversion({ formUrl: "https://forms.example.com/optin/demo" })],
    [
      "with everything else malformed",
      malformedConversion({ email: "person@example.com", formUrl: "https://forms.example.com/optin/demo" }),
    ],
    ["without an amount", conversion({ amount: null, currency: null })],
  ])("%s is taken", async (_what, facts) => {
    expect(await outcome(id, "sandbox-token", facts)).toMatchObject({ outcome: "accepted" });
  });

  test("an event that identifies nobody is not sent, and says what to do", async () => {
    expect(await deliver(id, "sandbox-token", malformedConversion())).toMatchObject({
      response: null,
      result: {
        outcome: "permanent",
        remedy: expect.stringContaining("check whether this claim's are real"),
      },
    });
    expect(sandbox.events()).toEqual([]);
  });

  test("an event whose credential or asset cannot be sent is parked", async () => {
    const platform = getPlatform(id);
    for (const to of [destination(id, "sandbox token"), { ...destination(id), assetId: "../x" }]) {
      const { result } = await platform.send(to, platform.buildEvent(conversion()), { timeoutMs: 5000 });
      expect(result).toMatchObject({ outcome: "parked", remedy: expect.stringContaining("Connect") });
      expect(await platform.checkCredential(to)).toMatchObject({ ok: false, result: { outcome: "parked" } });
    }
    expect(sandbox.events()).toEqual([]);
  });

  test("an event sent to the sandbox is checked without being kept", async () => {
    const platform = getPlatform(id);
    expect(await platform.checkCredential(destination(id))).toMatchObject({
      ok: true,
      asset: { id: ASSETS[id] },
    });
    expect(await platform.checkCredential(destination(id, "sandbox-expired"))).toMatchObject({
      ok: false,
      result: { outcome: "parked" },
    });
    expect(await platform.checkCredential(destination(id, "sandbox-no-permission"))).toMatchObject({
      ok: false,
      result: { outcome: "parked" },
    });
    expect(sandbox.events()).toEqual([]);
  });
});

/** What each fault means at TikTok, Snapchat and Google, and whether the event has arrived. */
const FAULTS: [fault: string, outcomes: [string, string, string], taken: 0 | 1][] = [
  ["expired", ["parked", "parked", "parked"], 0],
  ["invalid", ["parked", "parked", "parked"], 0],
  ["no-permission", ["parked", "parked", "parked"], 0],
  ["wrong-pixel", ["parked", "parked", "parked"], 0],
  ["policy", ["parked", "parked", "parked"], 0],
  ["rate-limited", ["transient", "transient", "transient"], 0],
  ["429", ["transient", "transient", "transient"], 0],
  ["transient-2", ["transient", "transient", "transient"], 0],
  ["unknown-1", ["transient", "transient", "transient"], 0],
  ["500", ["transient", "transient", "transient"], 0],
  ["html-200", ["transient", "transient", "transient"], 0],
  ["empty-200", ["transient", "transient", "transient"], 0],
  ["oversized-200", ["transient", "transient", "transient"], 0],
  ["huge-200", ["transient", "transient", "transient"], 0],
  ["redirect", ["transient", "transient", "transient"], 0],
  ["200-with-error", ["transient", "permanent", "transient"], 0],
  ["bad-event", ["permanent", "permanent", "permanent"], 0],
  ["translated", ["permanent", "permanent", "permanent"], 0],
  ["half", ["ambiguous", "ambiguous", "ambiguous"], 1],
  ["reset", ["ambiguous", "ambiguous", "ambiguous"], 1],
];

describe("fault of the sandbox", () => {
  test.each(FAULTS)("%s is judged %j", async (fault, outcomes, taken) => {
    for (const [index, id] of IDS.entries()) {
      sandbox.reset();
      expect([id, (await deliver(id, `sandbox-${fault}`)).result.outcome]).toEqual([id, outcomes[index]]);
      expect(sandbox.events().filter(({ accepted }) => accepted)).toHaveLength(taken);
    }
  });

  test.each(IDS)(
    "a fault of the sandbox drip and hangs outlast the time limit of %s: the event may be there",
    async (id) => {
      for (const fault of ["drip", "hangs"]) {
        vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
        const arrived = new Promise<void>((done) => {
          onLine = done;
        });
        const delivery = deliver(id, `sandbox-${fault}`);
        await arrived;
        await vi.advanceTimersByTimeAsync(5000);
        expect((await delivery).result).toMatchObject({ outcome: "ambiguous" });
        vi.useRealTimers();
      }
    },
  );

  test("a fault with an unknown code is marked as such", async () => {
    for (const id of IDS) expect((await outcome(id, "sandbox-unknown-1")).isUnknownCode).toBe(true);
  });

  test.each([
    ["tiktok", 300_000],
    ["snapchat", 60_000],
    ["google", 60_000],
  ])("a limit pauses %s for %i ms, and takes no try", async (id, waitMs) => {
    expect((await deliver(id, "sandbox-rate-limited")).result.retryAfterMs).toBe(waitMs);
  });
});

describe("test event", () => {
  test("a test event needs a code at TikTok, and carries it", async () => {
    const tiktok = getPlatform("tiktok");
    const event = tiktok.buildEvent(conversion());
    const without = await tiktok.sendTest(destination("tiktok"), event, { timeoutMs: 5000 });
    expect(without).toMatchObject({ response: null, result: { outcome: "permanent" } });
    const coded = destination("tiktok", "sandbox-token", { testEventCode: " TEST7 " });
    expect((await tiktok.sendTest(coded, event, { timeoutMs: 5000 })).result.outcome).toBe("accepted");
    expect(sandbox.events()).toMatchObject([{ testEventCode: "TEST7" }]);
  });

  test.each(["snapchat", "google"])("a test event is checked by %s and kept by nobody", async (id) => {
    const platform = getPlatform(id);
    const event = platform.buildEvent(conversion());
    const sent = await platform.sendTest(destination(id), event, { timeoutMs: 5000 });
    expect(sent.result.outcome).toBe("accepted");
    const bad = platform.buildEvent(malformedConversion());
    const refused = await platform.sendTest(destination(id), bad, { timeoutMs: 5000 });
    expect(refused.result.outcome).toBe("permanent");
    expect(sandbox.events()).toEqual([]);
  });
});

const CREATE: Record<string, (options: { apiUrl: string; now: () => Date }) => unknown> = {
  tiktok: createTikTok,
  snapchat: createSnapchat,
  google: createGoogle,
};

describe.each(IDS)("a test event of %s", (id) => {
  const asked = async (platform: AdPlatform, accessToken: string) => {
    const to = destination(id, accessToken, { testEventCode: "TEST7" });
    return (await platform.sendTest(to, platform.buildEvent(conversion()), { timeoutMs: 5000 })).result;
  };

  test.each([
    ["HTML", 200, "<html>", {}],
    ["a redirect", 302, "", { location: "https://example.com" }],
    ["a limit", 429, "{}", {}],
    ["a fault of the service", 503, "{}", {}],
  ])("a test event that meets %s is not said to be sent again", async (_what, status, body, headers) => {
    const server = createServer((_request, response) => response.writeHead(status, headers).end(body));
    await once(server.listen(0, "127.0.0.1"), "listening");
    try {
      const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const result = await asked(CREATE[id]?.({ apiUrl, now: () => NOW }) as AdPlatform, "sandbox-token");
      expect(result).toMatchObject({ outcome: "transient", remedy: expect.stringContaining("ry again") });
      expect(result.remedy).not.toMatch(/we'll send|nothing to do/i);
    } finally {
      server.close();
    }
  });

  test("a test event refused for its token is not said to be sent later", async () => {
    const result = await asked(getPlatform(id), "sandbox-expired");
    expect(result).toMatchObject({ outcome: "parked", remedy: expect.not.stringContaining("we send") });
  });
});

describe("TikTok", () => {
  const listed = (more: object = {}) =>
    getPlatform("tiktok").listAssets({ ...createCredential("sandbox-token"), ...more });

  test("TikTok lists the pixels of an advertiser, and none for a token alone", async () => {
    expect(await listed()).toEqual({ ok: true, assets: [] });
    expect(await listed({ advertiserId: "7000000000000000001" })).toMatchObject({
      ok: true,
      assets: [{ id: ASSETS.tiktok, name: "Sandbox pixel 0003", type: "pixel" }, {}],
    });
    expect(await listed({ accessToken: "nonsense", advertiserId: "7" })).toMatchObject({
      ok: false,
      result: { outcome: "parked", platformCode: "40105" },
    });
  });

  test("TikTok reports a repeat as dropped", async () => {
    await deliver("tiktok");
    expect((await deliver("tiktok")).result.outcome).toBe("accepted");
    expect(sandbox.events()[0]).toMatchObject({ accepted: true, error: expect.stringContaining("repeat") });
  });
});

describe("Google's result", () => {
  test.each([
    ["sandbox-result-lost", "transient", "FAILED/INTERNAL_ERROR"],
    ["sandbox-result-refused", "permanent", "FAILED/INVALID_GCLID"],
    ["sandbox-result-no-consent", "permanent", "FAILED/NO_CONSENT"],
    ["sandbox-result-never", "submitted", null],
  ])("Google's result with %s is %s", async (accessToken, wanted, platformCode) => {
    expect(await outcome("google", accessToken)).toMatchObject({ outcome: wanted, platformCode });
  });

  test("an event sent to Google twice is accepted both times: Google counts it once", async () => {
    expect((await outcome("google")).outcome).toBe("accepted");
    expect((await outcome("google")).outcome).toBe("accepted");
    expect(sandbox.events()).toHaveLength(2);
  });

  test("the refusal of an event that is too old for Google comes later", async () => {
    const old = conversion({ confirmedAt: new Date(NOW.getTime() - 91 * 24 * 60 * 60 * 1000) });
    expect(await outcome("google", "sandbox-token", old)).toMatchObject({
      outcome: "permanent",
      platformCode: "FAILED/EVENT_TOO_OLD",
    });
  });

  test("a result from Google is processing first", async () => {
    await fetch(`${sandbox.url}/settings`, { method: "POST", body: JSON.stringify({ resultMs: 1000 }) });
    expect((await outcome("google")).outcome).toBe("submitted");
  });
});

test("signing in at Google: asked, allowed, exchanged, renewed, and refused once it is withdrawn", async () => {
  const google = createGoogle({
    apiUrl: sandbox.url,
    authorizeUrl: `${sandbox.url}/google/authorize`,
    tokenUrl: `${sandbox.url}/google/token`,
    clientId: "sandbox-client",
    clientSecret: "sandbox-client-secret",
    now: () => NOW,
  });
  const { connect } = google;
  if (connect.kind !== "oauth") throw new Error("Google is connected by OAuth.");
  const redirectUri = "http://localhost:3000/callback";
  const url = connect.authorizeUrl({ redirectUri, state: "s1", codeChallenge: null });
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ access_type: "offline", prompt: "consent" });

  const page = await (await fetch(url)).text();
  const [, allow = ""] = /href="([^"]+)">Allow/.exec(page) ?? [];
  const answer = await fetch(sandbox.url + allow.replaceAll("&amp;", "&"), { redirect: "manual" });
  const redirected = new URL(answer.headers.get("location") ?? "");
  expect(redirected.searchParams.get("state")).toBe("s1");

  const code = redirected.searchParams.get("code") ?? "";
  const exchanged = await connect.exchange({ code, redirectUri, codeVerifier: null });
  if (!exchanged.ok) throw new Error("The code was refused.");
  expect(exchanged.credential.expiresAt).toBe(new Date(NOW.getTime() + 3_600_000).toISOString());
  expect(await connect.exchange({ code, redirectUri, codeVerifier: null })).toMatchObject({
    ok: false,
    result: { outcome: "parked", platformCode: "invalid_grant" },
  });

  expect(connect.isExpired(exchanged.credential, NOW)).toBe(false);
  expect(connect.isExpired(exchanged.credential, new Date(NOW.getTime() + 3_400_000))).toBe(true);
  const renewed = await connect.refresh(exchanged.credential, { timeoutMs: 5000 });
  expect(renewed).toMatchObject({
    ok: true,
    credential: { refreshToken: exchanged.credential.refreshToken },
  });

  const { refreshToken } = exchanged.credential;
  const withdrawn = JSON.stringify({ token: refreshToken, fault: "invalid" });
  await fetch(`${sandbox.url}/faults`, { method: "POST", body: withdrawn });
  expect(await connect.refresh(exchanged.credential, { timeoutMs: 5000 })).toMatchObject({
    ok: false,
    result: { outcome: "parked", remedy: expect.stringContaining("Connect Google Ads again") },
  });
});

test("a server without a client of its own at Google cannot be connected there", () => {
  const { connect } = createGoogle({ apiUrl: sandbox.url });
  expect(connect).toMatchObject({ kind: "oauth", isConfigured: false });
});
