import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { AdPlatform, Conversion } from "#app/services/ad-platforms/ad-platform.ts";
import { malformedConversion } from "#app/services/ad-platforms/fixtures/conversion.ts";
import {
  createMeta,
  type MetaCredential,
  type MetaSettings,
} from "#app/services/ad-platforms/meta/index.server.ts";
import { NO_CLICK } from "#app/services/ad-platforms/shared/no-click.ts";
import { type Sandbox, startSandbox } from "../../sandbox/server.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const DAY = 24 * 60 * 60 * 1000;
const PIXEL = "1000000000000003";

let sandbox: Sandbox;
let meta: AdPlatform<MetaCredential, MetaSettings>;
let onLine = () => {};
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, now: () => NOW.getTime(), log: () => onLine() });
  meta = createMeta({ graphUrl: sandbox.url, version: "v27.0", now: () => NOW });
});
beforeEach(() => sandbox.reset());
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => sandbox.close());

const facts = (more: Partial<Conversion> = {}): Conversion => ({
  eventId: "event-1",
  action: "deposit",
  eventName: null,
  confirmedAt: new Date(NOW.getTime() - DAY),
  email: "person@example.com",
  phone: "+971501234567",
  country: "AE",
  externalId: "visitor-1",
  amount: "250.00",
  currency: "USD",
  pageUrl: "https://forms.example.com/optin/demo?utm_source=ig",
  referrer: null,
  ip: "81.2.69.142",
  userAgent: "Mozilla/5.0 (iPhone)",
  clickIds: { ...NO_CLICK.clickIds, fbclid: "IwAR2AbCdEf" },
  clickSeenAt: new Date(NOW.getTime() - 2 * DAY),
  cookies: { ...NO_CLICK.cookies, fbp: "fb.1.1763400000000.1116446470" },
  ...more,
});
const destination = (accessToken = "sandbox-token", testEventCode: string | null = null) => ({
  credential: { accessToken },
  settings: { testEventCode },
  assetId: PIXEL,
});

const deliver = (accessToken: string, conversion = facts()) =>
  meta.send(destination(accessToken), meta.buildEvent(conversion), { timeoutMs: 5000 });

describe("event sent to the sandbox", () => {
  test("an event sent to the sandbox arrives as it was built", async () => {
    const { response, result } = await deliver("sandbox-token");
    expect(result).toMatchObject({ outcome: "accepted", traceId: expect.any(String) });
    expect(response).toMatchObject({ kind: "complete", httpStatus: 200, fault: null });
    expect(sandbox.events()).toMatchObject([
      { assetId: PIXEL, eventId: "event-1", eventName: "Purchase", accepted: true },
    ]);
    expect(sandbox.events()[0]?.body).toEqual(meta.buildEvent(facts()).body);
  });

  test("an event sent to the sandbox carries the test code, and no token that could be shown", async () => {
    const coded = destination("EAAsecret-token", " TEST123 ");
    await meta.send(coded, meta.buildEvent(facts()), { timeoutMs: 5000 });
    const sent = await meta.sendTest(coded, meta.buildEvent(facts({ eventId: "test" })), { timeoutMs: 5000 });
    expect(sent.result.outcome).toBe("accepted");
    expect(sandbox.events()).toMatchObject([
      { eventId: "test", accepted: true, testEventCode: "TEST123" },
      { eventId: "event-1", accepted: true, testEventCode: "TEST123" },
    ]);
    expect(JSON.stringify(sandbox.events())).not.toContain("EAAsecret");
  });

  test("an event sent to the sandbox travels alone: one that is too old refuses no other", async () => {
    const old = facts({ eventId: "c", confirmedAt: new Date(NOW.getTime() - 8 * DAY) });
    const sent = await Promise.all(
      [facts({ eventId: "a" }), old, facts({ eventId: "b", action: null })].map((event) =>
        deliver("sandbox-token", event),
      ),
    );
    expect(sent.map(({ result }) => result)).toMatchObject([
      { outcome: "accepted" },
      { outcome: "permanent", platformCode: "100/2804003" },
      { outcome: "accepted" },
    ]);
    expect(sandbox.events().filter(({ accepted }) => accepted)).toHaveLength(2);
  });

  test.each([
    ["without an amount", { amount: null, currency: null }],
    ["with a crypto amount", { currency: "USDT" }],
    [
      "with everything optional missing or malformed",
      {
        phone: "12",
        country: "??",
        ip: "x",
        userAgent: null,
        pageUrl: "x",
        referrer: "x",
        amount: "x",
      },
    ],
  ])("an event of a deposit %s does not fail", async (_what, more) => {
    expect((await deliver("sandbox-token", facts(more))).result.outcome).toBe("accepted");
    expect(sandbox.events()).toMatchObject([{ eventName: "Lead", accepted: true }]);
  });

  test.each([
    ["nothing", {}],
    ["the country and the browser", { country: "AE", userAgent: "Mozilla/5.0 (iPhone)" }],
  ])("an event that identifies nobody, with %s, is not sent and says what to do", async (_what, more) => {
    expect(await deliver("sandbox-token", malformedConversion({ country: null, ...more }))).toMatchObject({
      response: null,
      result: {
        outcome: "permanent",
        remedy: expect.stringContaining("check whether this claim's are real"),
      },
    });
    expect(sandbox.events()).toEqual([]);
  });

  test("an event sent to the sandbox follows the documented rules where the sandbox is strict", async () => {
    const strict = await startSandbox({ port: 0, now: () => NOW.getTime(), isStrict: true });
    try {
      const strictMeta = createMeta({ graphUrl: strict.url, version: "v27.0", now: () => NOW });
      const fromProgram = { pageUrl: null, formUrl: "https://forms.example.com/optin/demo" };
      for (const event of [facts(), facts(fromProgram)].map(strictMeta.buildEvent)) {
        const { result } = await strictMeta.send(destination(), event, { timeoutMs: 5000 });
        expect(result.outcome).toBe("accepted");
      }
    } finally {
      await strict.close();
    }
  });
});

test.each(["html-200", "redirect", "huge-200", "rate-limited", "policy", "expired"])(
  "a test event that meets %s is not said to be sent again",
  async (fault) => {
    const to = destination(`sandbox-${fault}`, "TEST7");
    const { result } = await meta.sendTest(to, meta.buildEvent(facts()), { timeoutMs: 5000 });
    expect(result.outcome).not.toBe("accepted");
    expect(result.remedy).not.toMatch(/we'll send|we send|we try|nothing to do/i);
  },
);

describe("fault of the sandbox", () => {
  test.each([
    ["token-expired", "parked", "190/463", 0],
    ["invalid", "parked", "190", 0],
    ["no-permission", "parked", "200", 0],
    ["wrong-pixel", "parked", "100/33", 0],
    ["old-version", "parked", "2635", 0],
    ["rate-limited", "transient", "4", 0],
    ["limit-17", "transient", "17/2446079", 0],
    ["limit-613", "transient", "613/1487742", 0],
    ["limit-80004", "transient", "80004", 0],
    ["429", "transient", null, 0],
    ["unknown-1", "transient", "1/99", 0],
    ["transient-2", "transient", "2", 0],
    ["500", "transient", null, 0],
    ["html-200", "transient", null, 0],
    ["empty-200", "transient", null, 0],
    ["oversized-200", "transient", null, 0],
    ["huge-200", "transient", null, 0],
    ["redirect", "transient", null, 0],
    ["200-with-error", "transient", "2", 0],
    ["policy", "transient", "368", 0],
    ["bad-event", "permanent", "100/2804050", 0],
    ["translated", "permanent", "100/2804050", 0],
    ["half", "ambiguous", null, 1],
    ["reset", "ambiguous", null, 1],
  ])("%s is classified as %s", async (fault, outcome, platformCode, taken) => {
    const { result } = await deliver(`sandbox-${fault}`);
    expect(result).toMatchObject({ outcome, platformCode });
    expect(sandbox.events().filter(({ accepted }) => accepted)).toHaveLength(taken);
  });

  test.each([
    ["rate-limited", 60_000],
    ["limit-17", 30_000],
    ["limit-80004", 120_000],
    ["429", 60_000],
    ["policy", 3_600_000],
  ])("%s makes the event wait %i ms", async (fault, waitMs) => {
    expect((await deliver(`sandbox-${fault}`)).result.retryAfterMs).toBe(waitMs);
  });

  test.each(["500", "transient-2", "rate-limited", "half"])(
    "%s-once is over at the second try",
    async (fault) => {
      expect((await deliver(`sandbox-${fault}-once`)).result.outcome).not.toBe("accepted");
      expect((await deliver(`sandbox-${fault}-once`)).result.outcome).toBe("accepted");
    },
  );

  test.each([
    ["hangs", 0],
    ["slow-accepts", 1],
    ["drip", 1],
  ])("%s outlasts the time limit: the event may be there", async (fault, taken) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const arrived = new Promise<void>((done) => {
      onLine = done;
    });
    const delivery = deliver(`sandbox-${fault}`);
    await arrived;
    await vi.advanceTimersByTimeAsync(5000);
    expect(await delivery).toMatchObject({
      response: { kind: "incomplete", fault: "TIMEOUT" },
      result: { outcome: "ambiguous", remedy: expect.stringContaining("with the same ID") },
    });
    expect(sandbox.events().filter(({ accepted }) => accepted)).toHaveLength(taken);
  });

  test("a fault of the sandbox leaves the words of the owner's language in the message and our own in the remedy", async () => {
    expect((await deliver("sandbox-translated")).result).toMatchObject({
      message: expect.stringContaining("Informations client insuffisantes"),
      remedy: expect.stringContaining("too little about the visitor"),
    });
  });

  test("a port without a server leaves the event unsent", async () => {
    const gone = await startSandbox({ port: 0 });
    await gone.close();
    const lonely = createMeta({ graphUrl: gone.url, version: "v27.0" });
    expect(await lonely.send(destination(), meta.buildEvent(facts()), { timeoutMs: 5000 })).toMatchObject({
      response: { kind: "unreached", fault: "ECONNREFUSED" },
      result: { outcome: "transient", message: "Not sent: ECONNREFUSED" },
    });
  });
});

describe("checkCredential", () => {
  test("checkCredential gives the pixel, and makes no event", async () => {
    expect(await meta.checkCredential(destination())).toEqual({
      ok: true,
      asset: { id: PIXEL, name: "Sandbox pixel 0003", type: "pixel" },
    });
    expect(sandbox.events()).toEqual([]);
  });

  test.each([
    ["sandbox-token-expired", "parked", "190/463", "This access token has expired."],
    ["nonsense", "parked", "190", "Meta does not accept this access token."],
    ["sandbox-no-permission", "parked", "200", "This access token lacks the right to use the pixel."],
    [
      "sandbox-wrong-pixel",
      "parked",
      "100/33",
      "Meta has no such pixel, or this access token may not use it.",
    ],
    ["sandbox-old-version", "parked", "2635", "Meta no longer serves the API version in use."],
  ])(
    "checkCredential refuses %s in words for someone who connects",
    async (token, outcome, platformCode, fact) => {
      expect(await meta.checkCredential(destination(token))).toMatchObject({
        ok: false,
        result: { outcome, platformCode, remedy: expect.stringContaining(fact) },
      });
    },
  );

  test("checkCredential is never ambiguous, for it changes nothing", async () => {
    const gone = await startSandbox({ port: 0 });
    await gone.close();
    const lonely = createMeta({ graphUrl: gone.url, version: "v27.0" });
    expect(await lonely.checkCredential(destination())).toMatchObject({
      ok: false,
      result: { outcome: "transient", remedy: expect.stringContaining("Try again in a few minutes.") },
    });
  });
});

describe("listAssets", () => {
  test("listAssets gives the pixels of the ad accounts that the token may read", async () => {
    expect(await meta.listAssets({ accessToken: "sandbox-token" })).toMatchObject({
      ok: true,
      assets: expect.arrayContaining([{ id: PIXEL, name: "Sandbox pixel 0003", type: "pixel" }]),
    });
    expect(sandbox.events()).toEqual([]);
  });

  test("listAssets says why a token may read none", async () => {
    expect(await meta.listAssets({ accessToken: "sandbox-no-permission" })).toMatchObject({
      ok: false,
      result: { outcome: "parked", platformCode: "200" },
    });
  });
});
