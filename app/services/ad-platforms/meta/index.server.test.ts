import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { AdPlatformResponse, Conversion } from "#app/services/ad-platforms/ad-platform.ts";
import { NO_CLICK } from "#app/services/ad-platforms/shared/no-click.ts";
import { createMeta } from "./index.server.ts";
import { interpretMetaResponse } from "./response.ts";

const NOW = new Date("2026-11-21T12:00:00.900Z");
const meta = createMeta({ graphUrl: "http://127.0.0.1:9", version: "v27.0", now: () => NOW });
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const FACTS: Conversion = {
  eventId: "0199-event",
  action: "deposit",
  eventName: null,
  confirmedAt: new Date("2026-11-20T00:53:20.789Z"),
  email: "Person@Example.com",
  phone: "+971501234567",
  country: "AE",
  externalId: "visitor-1",
  amount: "250.00",
  currency: "usd",
  pageUrl: "https://forms.example.com/optin/demo?fbclid=IwAR2AbCdEf&utm_source=ig#x",
  referrer: "https://l.instagram.com/?u=https%3A%2F%2Fforms.example.com&e=AT1",
  ip: "81.2.69.142",
  userAgent: "Mozilla/5.0 (iPhone)",
  clickIds: { ...NO_CLICK.clickIds, fbclid: "IwAR2AbCdEf", ttclid: "t", scCid: "s", gclid: "g" },
  clickSeenAt: new Date(1_795_036_000_000),
  cookies: { ...NO_CLICK.cookies, fbp: "fb.1.1763400000000.1116446470" },
};
const NOTHING: Conversion = {
  ...FACTS,
  action: null,
  phone: null,
  country: null,
  externalId: null,
  amount: null,
  currency: null,
  pageUrl: null,
  referrer: null,
  ip: null,
  userAgent: null,
  ...NO_CLICK,
};
const build = (more: Partial<Conversion> = {}) => meta.buildEvent({ ...FACTS, ...more });
const userData = (more: Partial<Conversion>) => build(more).body.user_data as Record<string, unknown>;
const clicked = (more: Partial<Conversion["clickIds"]>) => ({
  clickIds: { ...FACTS.clickIds, ...more },
});
const cookies = (more: Partial<Conversion["cookies"]>) => ({ cookies: { ...FACTS.cookies, ...more } });

describe("event for Meta", () => {
  test("an event for Meta has everything about a deposit", () => {
    expect(build()).toEqual({
      omittedFields: [],
      body: {
        event_name: "Purchase",
        event_time: 1_795_136_000,
        event_id: "0199-event",
        action_source: "website",
        event_source_url: "https://forms.example.com/optin/demo?utm_source=ig",
        referrer_url: "https://l.instagram.com/",
        user_data: {
          em: [sha256("person@example.com")],
          ph: [sha256("971501234567")],
          country: [sha256("ae")],
          external_id: [sha256("visitor-1")],
          client_ip_address: "81.2.69.142",
          client_user_agent: "Mozilla/5.0 (iPhone)",
          fbc: "fb.1.1795036000000.IwAR2AbCdEf",
          fbp: "fb.1.1763400000000.1116446470",
        },
        custom_data: { value: 250, currency: "USD", order_id: "0199-event" },
      },
    });
  });

  test("an event for Meta omits unknown fields, without null or empty values, and does not list them", () => {
    expect(meta.buildEvent(NOTHING)).toEqual({
      omittedFields: [],
      body: {
        event_name: "Lead",
        event_time: 1_795_136_000,
        event_id: "0199-event",
        action_source: "system_generated",
        user_data: { em: [sha256("person@example.com")] },
        custom_data: { order_id: "0199-event" },
      },
    });
    expect(JSON.stringify(meta.buildEvent(NOTHING).body)).not.toMatch(/null|""|\{\}|\[\]/);
  });

  test("an event for Meta names the form as its page when the browser sent none", () => {
    const without = { pageUrl: null, formUrl: "https://forms.example.com/optin/demo" };
    expect(build(without).body).toMatchObject({
      action_source: "website",
      event_source_url: "https://forms.example.com/optin/demo",
    });
    expect(build({ ...without, userAgent: null }).body).toMatchObject({ action_source: "system_generated" });
    expect(build({ ...without, userAgent: null }).body).not.toHaveProperty("event_source_url");
  });

  test("an event for Meta omits malformed fields and lists them", () => {
    const event = build({
      email: "not an address",
      phone: "0501234567",
      country: "Atlantis",
      ip: "203.0.113.999",
      userAgent: "a\u0007b",
      pageUrl: "javascript:alert(1)",
      referrer: "nowhere",
      amount: "1,250.00",
      currency: "USDT",
      ...clicked({ fbclid: "has a space" }),
      ...cookies({ fbp: "fb.1.99.x" }),
    });
    expect(event.body).toEqual({
      event_name: "Lead",
      event_time: 1_795_136_000,
      event_id: "0199-event",
      action_source: "system_generated",
      user_data: { external_id: [sha256("visitor-1")] },
      custom_data: { order_id: "0199-event" },
    });
    expect(event.omittedFields.sort()).toEqual(
      [
        "client_ip_address",
        "client_user_agent",
        "country",
        "currency",
        "em",
        "event_source_url",
        "fbc",
        "fbp",
        "ph",
        "referrer_url",
        "value",
      ].sort(),
    );
  });

  test("an event for Meta treats blanks as missing", () => {
    const blank = {
      ip: " ",
      userAgent: "",
      phone: "",
      country: " ",
      externalId: "",
      pageUrl: "",
      referrer: " ",
    };
    const event = build({ ...blank, ...cookies({ fbc: "", fbp: " " }), ...clicked({ fbclid: "" }) });
    expect(event.omittedFields).toEqual([]);
    expect(event.body.user_data).toEqual({ em: [sha256("person@example.com")] });
  });

  test.each([
    ["deposit", null, "Purchase"],
    ["purchase", null, "Purchase"],
    ["subscription", null, "Subscribe"],
    [null, null, "Lead"],
    ["deposit", "Deposit", "Deposit"],
    [null, "Purchase", "Purchase"],
    ["deposit", "  ", "Purchase"],
  ] as const)(
    "an event for Meta for the action %j with the chosen name %j: %s",
    (action, eventName, name) => {
      expect(build({ action, eventName }).body.event_name).toBe(name);
    },
  );

  describe("purchase whose amount nobody verified", () => {
    test.each([
      ["no amount", { amount: null, currency: null }, ["value"]],
      ["no currency", { currency: null }, ["value"]],
      ["a crypto ticker", { currency: "BTC" }, ["currency", "value"]],
      ["no money", { amount: "0.00" }, ["value"]],
      ["a chosen name", { eventName: "Purchase", action: null, amount: null, currency: null }, ["value"]],
    ])(
      "an event for Meta sends a purchase whose amount nobody verified as a Lead with %s",
      (_what, more, omittedFields) => {
        const event = build(more);
        expect(event.body.event_name).toBe("Lead");
        expect(event.body.custom_data).toEqual({ order_id: "0199-event" });
        expect(event.omittedFields).toEqual(omittedFields);
      },
    );
  });

  test("a subscription without an amount keeps its name", () => {
    const event = build({ action: "subscription", amount: null, currency: null });
    expect([event.body.event_name, event.omittedFields]).toEqual(["Subscribe", []]);
  });

  test.each([
    ["250.00", 250],
    ["0.10", 0.1],
    ["1234567.89", 1_234_567.89],
    ["0.00000001", 1e-8],
    ["12345678901234567.89", null],
    ["-5", null],
    ["0", null],
    ["1e3", null],
    ["0x10", null],
    ["Infinity", null],
    ["NaN", null],
    ["12abc", null],
    ["", null],
  ])("an event for Meta sends the amount %j as %j", (amount, value) => {
    const { custom_data } = build({ action: null, amount }).body as { custom_data: { value?: number } };
    expect(custom_data.value ?? null).toBe(value);
  });

  test.each([
    ["usd", "USD"],
    [" eur ", "EUR"],
    ["AED", "AED"],
    ["US Dollar", null],
    ["USDT", null],
    ["XXX", null],
    ["ZZZ", null],
  ])("an event for Meta sends the currency %j as %j", (given, currency) => {
    const { custom_data } = build({ action: null, currency: given }).body as {
      custom_data: { currency?: string };
    };
    expect(custom_data.currency ?? null).toBe(currency);
  });

  describe("field fbc", () => {
    const CLICK = "IwAR0_Ab-CdEf.GhI~aem_XyZ";

    test("the field fbc is the cookie, unchanged", () => {
      const fbc = `fb.2.1794936000000.${CLICK}`;
      expect(userData({ ...cookies({ fbc }), ...clicked({ fbclid: CLICK }) }).fbc).toBe(fbc);
      expect(userData({ ...cookies({ fbc }), ...clicked({ fbclid: null }) }).fbc).toBe(fbc);
    });

    test("the field fbc is built again when the page was opened by another click than the cookie knows", () => {
      const fbc = "fb.1.1794936000000.IwAROlderClick";
      expect(userData({ ...cookies({ fbc }), ...clicked({ fbclid: CLICK }) }).fbc).toBe(
        `fb.1.1795036000000.${CLICK}`,
      );
    });

    test("the field fbc keeps the fifth part that Meta's own library adds", () => {
      const fbc = "fb.1.1794936000000.IwAR0.AQQCAQMC";
      expect(userData({ ...cookies({ fbc }), ...clicked({ fbclid: "IwAR0" }) }).fbc).toBe(fbc);
    });

    test("the field fbc is the whole cookie that a tool passes on as a click id, and is wrapped no second time", () => {
      const fbc = `fb.1.1794936000000.${CLICK}`;
      const other = "fb.1.1794930000000.IwAROlderClick";
      expect(userData(clicked({ fbclid: fbc })).fbc).toBe(fbc);
      expect(userData(clicked({ fbclid: `fb.1.1795036000000.${fbc}` })).fbc).toBe(fbc);
      expect(userData({ ...cookies({ fbc }), ...clicked({ fbclid: fbc }) }).fbc).toBe(fbc);
      expect(userData({ ...cookies({ fbc: other }), ...clicked({ fbclid: fbc }) }).fbc).toBe(fbc);
      expect(
        userData({ ...cookies({ fbc: `fb.1.1795036000000.${fbc}` }), ...clicked({ fbclid: null }) }).fbc,
      ).toBe(fbc);
    });

    test("the field fbc is made from the click id, letter by letter, with the time of the click", () => {
      expect(userData(clicked({ fbclid: CLICK })).fbc).toBe(`fb.1.1795036000000.${CLICK}`);
    });

    test("the field fbc is made from the click id when the cookie is malformed", () => {
      const event = build(cookies({ fbc: "fb.1.123.x" }));
      expect((event.body.user_data as { fbc: string }).fbc).toBe("fb.1.1795036000000.IwAR2AbCdEf");
      expect(event.omittedFields).toEqual([]);
    });

    const at = (ms: number) => FACTS.confirmedAt.getTime() + ms;
    const DAY = 24 * 60 * 60_000;

    test("the field fbc keeps the time of a click up to 90 days ago, and is left out for an older one", () => {
      for (const fbclid of [CLICK, null]) {
        const latest = `fb.1.${at(-90 * DAY)}.${CLICK}`;
        expect(userData({ ...cookies({ fbc: latest }), ...clicked({ fbclid }) }).fbc).toBe(latest);
        const tooOld = `fb.1.${at(-90 * DAY - 1)}.${CLICK}`;
        const event = build({ ...cookies({ fbc: tooOld }), ...clicked({ fbclid }) });
        expect(event.body.user_data).not.toHaveProperty("fbc");
        expect(event.omittedFields).toEqual(["fbc"]);
      }
      expect(userData({ clickSeenAt: new Date(at(-90 * DAY - 1)) })).not.toHaveProperty("fbc");
    });

    test("the field fbc takes the time of the confirmation when that of its cookie is later", () => {
      const fbc = `fb.2.${at(1)}.${CLICK}`;
      for (const fbclid of [CLICK, null])
        expect(userData({ ...cookies({ fbc }), ...clicked({ fbclid }) }).fbc).toBe(`fb.2.${at(0)}.${CLICK}`);
    });

    test.each([
      ["is missing", null],
      ["is after the confirmation", new Date("2026-11-30T00:00:00Z")],
      ["is no time at all", new Date(Number.NaN)],
      ["is in seconds", new Date(1_763_500)],
    ])("the field fbc takes the time of the confirmation when that of the click %s", (_what, clickSeenAt) => {
      expect(userData({ clickSeenAt }).fbc).toBe(`fb.1.${FACTS.confirmedAt.getTime()}.IwAR2AbCdEf`);
    });

    test.each(["a b", "a%20b", "<script>", "ab\ncd", "ü", "a".repeat(501)])(
      "the field fbc is left out for the click id %j",
      (id) => {
        const event = build(clicked({ fbclid: id }));
        expect(event.body.user_data).not.toHaveProperty("fbc");
        expect(event.omittedFields).toEqual(["fbc"]);
      },
    );
  });

  test.each([
    ["fb.1.1763400000000.1116446470", true],
    ["fb.0.1763400000000.1.AQQCAQMC", true],
    ["fb.1.1763400000000.", false],
    ["fb.9.1763400000000.1", false],
    ["fb.1.1763400000.1", false],
    ["xfb.1.1763400000000.1", false],
  ])("an event for Meta takes the browser id %j: %s", (fbp, isTaken) => {
    expect(userData(cookies({ fbp })).fbp ?? null).toBe(isTaken ? fbp : null);
  });

  test.each([
    ["81.2.69.142", "81.2.69.142"],
    [" 2a02:6b8::2:242 ", "2a02:6b8::2:242"],
    ["::ffff:81.2.69.142", "81.2.69.142"],
    ["fe80::1%eth0", null],
    ["81.2.69.142, 10.0.0.1", null],
    ["unknown", null],
  ])("an event for Meta sends the address %j as %j", (ip, shown) => {
    expect(userData({ ip }).client_ip_address ?? null).toBe(shown);
  });

  test.each([
    "127.0.0.1",
    "::1",
    "::ffff:127.0.0.1",
    "10.0.0.6",
    "172.16.0.1",
    "192.168.1.1",
    "fd00::1",
    "169.254.0.1",
    "fe80::1",
    "100.64.0.1",
    "0.0.0.0",
    "255.255.255.255",
    "224.0.0.1",
    "240.0.0.1",
    "203.0.113.7",
    "2001:db8::1",
  ])("never sends %s, which is no address of the public internet", (ip) => {
    expect(userData({ ip })).not.toHaveProperty("client_ip_address");
  });

  test.each([
    ["a page", {}, "website"],
    ["a browser only", { pageUrl: null }, "website"],
    ["a page only", { userAgent: null }, "website"],
    ["a chat", { pageUrl: null, userAgent: null, isFromChat: true }, "chat"],
    ["neither", { pageUrl: null, userAgent: null }, "system_generated"],
  ])("the source of an event with %s is called %s", (_what, more, source) => {
    expect(build(more).body.action_source).toBe(source);
  });

  test("an event for Meta is never dated later than now", () => {
    const later = new Date(NOW.getTime() + 5000);
    expect(build({ confirmedAt: later }).body.event_time).toBe(Math.floor(NOW.getTime() / 1000));
  });

  test("buildMetaEvent builds an event unless its id or time is missing", () => {
    expect(() => build({ eventId: " " })).toThrow("id");
    expect(() => build({ confirmedAt: new Date(Number.NaN) })).toThrow("time");
  });
});

const HOUR = 3_600_000;

function complete(
  httpStatus: number,
  body: unknown,
  headers: Record<string, string> = {},
): AdPlatformResponse {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    kind: "complete",
    httpStatus,
    body: text,
    isOversized: false,
    headers,
    durationMs: 5,
    fault: null,
  };
}
const refused = (status: number, error: object, headers?: Record<string, string>) =>
  complete(
    status,
    { error: { message: "m", type: "OAuthException", fbtrace_id: "A_t-1", ...error } },
    headers,
  );
const lost = (more: Partial<AdPlatformResponse>): AdPlatformResponse => ({
  ...complete(200, ""),
  httpStatus: null,
  ...more,
});

describe("reading of Meta's answer", () => {
  test("the reading of Meta's answer takes 200 with one event received as accepted", () => {
    expect(
      interpretMetaResponse(complete(200, { events_received: 1, messages: [], fbtrace_id: "Ab" })),
    ).toEqual({
      outcome: "accepted",
      retryAfterMs: null,
      platformCode: null,
      message: null,
      remedy: null,
      traceId: "Ab",
    });
  });

  const rows: [
    what: string,
    response: AdPlatformResponse,
    outcome: string,
    platformCode: string | null,
    remedy: RegExp,
  ][] = [
    ["an expired token", refused(400, { code: 190, error_subcode: 463 }), "parked", "190/463", /has expired/],
    [
      "a changed password",
      refused(401, { code: 190, error_subcode: 460 }),
      "parked",
      "190/460",
      /no longer accepts/,
    ],
    [
      "a garbage token",
      refused(401, { code: 190 }),
      "parked",
      "190",
      /no longer accepts the access token\. Connect/,
    ],
    [
      "a token refused as transient",
      refused(500, { code: 190, is_transient: true }),
      "parked",
      "190",
      /no longer/,
    ],
    ["a session problem", refused(400, { code: 102 }), "parked", "102", /no longer accepts/],
    ["a bad proof", refused(400, { code: 104 }), "parked", "104", /no longer accepts/],
    ["a missing permission", refused(403, { code: 10 }), "parked", "10", /lacks the right/],
    ["a withdrawn permission", refused(403, { code: 200 }), "parked", "200", /lacks the right/],
    ["the permission ads_management", refused(400, { code: 294 }), "parked", "294", /lacks the right/],
    ["the last permission code", refused(400, { code: 299 }), "parked", "299", /lacks the right/],
    ["a capability", refused(400, { code: 3 }), "parked", "3", /lacks the right/],
    ["a wrong pixel", refused(400, { code: 100, error_subcode: 33 }), "parked", "100/33", /no such pixel/],
    ["a dead version", refused(400, { code: 2635 }), "parked", "2635", /META_GRAPH_VERSION/],
    ["the app's limit", refused(400, { code: 4 }), "transient", "4", /no more events for now/],
    [
      "the user's limit",
      refused(400, { code: 17, error_subcode: 2446079 }),
      "transient",
      "17/2446079",
      /for now/,
    ],
    ["the page's limit", refused(400, { code: 32 }), "transient", "32", /for now/],
    ["another app limit", refused(400, { code: 341 }), "transient", "341", /for now/],
    ["a custom limit", refused(400, { code: 613 }), "transient", "613", /for now/],
    ["a use-case limit", refused(400, { code: 80004 }), "transient", "80004", /for now/],
    ["the last use-case limit", refused(400, { code: 80014 }), "transient", "80014", /for now/],
    [
      "429 whatever the code",
      refused(429, { code: 100, error_subcode: 2804003 }),
      "transient",
      "100/2804003",
      /for now/,
    ],
    ["429 without a code", complete(429, "<html>"), "transient", null, /for now/],
    ["a block for policy", refused(400, { code: 368 }), "transient", "368", /Business Support Home/],
    ["an unknown fault", refused(400, { code: 1, error_subcode: 99 }), "transient", "1/99", /has a fault/],
    ["a service that is down", refused(400, { code: 2 }), "transient", "2", /has a fault/],
    ["5000", refused(400, { code: 5000 }), "transient", "5000", /has a fault/],
    ["21009", refused(400, { code: 21009 }), "transient", "21009", /has a fault/],
    [
      "is_transient",
      refused(400, { code: 100, error_subcode: 1, is_transient: true }),
      "transient",
      "100/1",
      /fault/,
    ],
    ["a code under 5xx", refused(503, { code: 100 }), "transient", "100", /has a fault/],
    ["408", refused(408, { code: 9 }), "transient", "9", /has a fault/],
    ["5xx with HTML", complete(500, "<!DOCTYPE html><h1>Sorry"), "transient", null, /has a fault/],
    ["5xx with JSON and no code", complete(502, {}), "transient", null, /has a fault/],
    [
      "too old",
      refused(400, { code: 100, error_subcode: 2804003 }),
      "permanent",
      "100/2804003",
      /older than 7 days/,
    ],
    ["no value", refused(400, { code: 100, error_subcode: 2804009 }), "permanent", "100/2804009", /amount/],
    [
      "no currency",
      refused(400, { code: 100, error_subcode: 2804010 }),
      "permanent",
      "100/2804010",
      /currency/,
    ],
    [
      "not hashed",
      refused(400, { code: 100, error_subcode: 2804016 }),
      "permanent",
      "100/2804016",
      /not hashed/,
    ],
    [
      "too thin",
      refused(400, { code: 100, error_subcode: 2804050 }),
      "permanent",
      "100/2804050",
      /too little/,
    ],
    [
      "another subcode",
      refused(400, { code: 100, error_subcode: 2804064 }),
      "permanent",
      "100/2804064",
      /Meta's own words/,
    ],
    ["100 alone", refused(400, { code: 100 }), "permanent", "100", /Meta's own words/],
    ["a repeat", refused(400, { code: 506 }), "permanent", "506", /has this event already/],
    [
      "a code nobody knows",
      refused(400, { code: 9999, error_subcode: 7 }),
      "transient",
      "9999/7",
      /not known here/,
    ],
    ["a negative code", refused(400, { code: -3 }), "transient", "-3", /not known here/],
    ["a code in text", refused(400, { code: "190" }), "parked", "190", /no longer accepts/],
    ["an error without a code", refused(400, {}), "transient", null, /not known here/],
    ["an error that is text", complete(400, { error: "nope" }), "transient", null, /not known here/],
    ["a refusal without an error", complete(403, {}), "transient", null, /not known here/],
    ["a redirect", complete(302, ""), "transient", null, /has a fault/],
    ["200 with an error", refused(200, { code: 2 }), "transient", "2", /has a fault/],
    [
      "200 with an error and a count",
      complete(200, { events_received: 1, error: { code: 190 } }),
      "parked",
      "190",
      /token/,
    ],
    ["200 with HTML", complete(200, "<html>ok</html>"), "transient", null, /has a fault/],
    ["200 with nothing", complete(200, " "), "transient", null, /has a fault/],
    ["200 with a list", complete(200, []), "transient", null, /has a fault/],
    [
      "200 oversized",
      { ...complete(200, '{"events_received":1,'), isOversized: true },
      "ambiguous",
      null,
      /./,
    ],
    [
      "200 with cut JSON",
      complete(200, '{"events_received":1,'),
      "ambiguous",
      null,
      /may have the event already/,
    ],
    ["400 with cut JSON", complete(400, '{"error":{"code":1'), "transient", null, /has a fault/],
    ["200 without a count", complete(200, { messages: [] }), "ambiguous", null, /does not say that it has/],
    [
      "200 with another count",
      complete(200, { events_received: 2 }),
      "ambiguous",
      null,
      /does not say that it has/,
    ],
    [
      "200 with a count of none",
      complete(200, { events_received: 0 }),
      "transient",
      null,
      /does not say that it has/,
    ],
    ["201", complete(201, { events_received: 1 }), "transient", null, /not known here/],
    [
      "no connection",
      lost({ kind: "unreached", fault: "ECONNREFUSED" }),
      "transient",
      null,
      /cannot be reached/,
    ],
    [
      "a lost response",
      lost({ kind: "incomplete", fault: "TIMEOUT" }),
      "ambiguous",
      null,
      /with the same ID/,
    ],
    [
      "a response cut after a good head",
      lost({ kind: "incomplete", httpStatus: 200, body: '{"events_received":1}', fault: "UND_ERR_SOCKET" }),
      "ambiguous",
      null,
      /with the same ID/,
    ],
  ];

  test.each(rows)(
    "the reading of Meta's answer classifies %s",
    (_what, response, outcome, platformCode, remedy) => {
      const meaning = interpretMetaResponse(response);
      expect(meaning).toMatchObject({ outcome, platformCode });
      expect(meaning.remedy).toMatch(remedy);
      expect(meaning.message).toMatch(/./);
    },
  );

  test("the reading of Meta's answer classifies by code alone: translated text changes only the message", () => {
    const english = refused(400, {
      code: 100,
      error_subcode: 2804003,
      error_user_title: "Event Timestamp Too Old",
    });
    const french = refused(400, { code: 100, error_subcode: 2804003, error_user_title: "Trop ancien" });
    const words = (response: AdPlatformResponse) => {
      const { message, ...rest } = interpretMetaResponse(response);
      return { message, rest };
    };
    expect(words(french).message).toBe("m – Trop ancien");
    expect(words(french).rest).toEqual(words(english).rest);
  });

  test("the reading of Meta's answer returns Meta's message in one line, truncated, and without a token that it quotes", () => {
    const token = `EAA${"b".repeat(60)}`;
    const { message } = interpretMetaResponse(
      refused(400, { code: 1, message: `bad\r\n token ${token} ${"x".repeat(900)}` }),
    );
    expect(message).toMatch(/^bad token \[token\] x+$/);
    expect(message).toHaveLength(500);
  });

  test("the reading of Meta's answer keeps the trace id, from the header where the body has none", () => {
    expect(interpretMetaResponse(refused(400, { code: 1 })).traceId).toBe("A_t-1");
    expect(interpretMetaResponse(complete(500, "", { "x-fb-trace-id": "Hdr1" })).traceId).toBe("Hdr1");
    expect(interpretMetaResponse(complete(500, "", { "x-fb-trace-id": "<b>" })).traceId).toBeNull();
  });

  const byUseCase = (minutes: unknown) =>
    JSON.stringify({
      "12": [{ type: "ads_management", estimated_time_to_regain_access: minutes }],
      "13": [{}],
    });

  test.each([
    ["minutes of the use case", { "x-business-use-case-usage": byUseCase(5) }, 300_000],
    [
      "seconds of the account",
      { "x-ad-account-usage": '{"acc_id_util_pct":100,"reset_time_duration":30}' },
      30_000,
    ],
    [
      "the use case before the account",
      { "x-business-use-case-usage": byUseCase(1), "x-ad-account-usage": '{"reset_time_duration":300}' },
      60_000,
    ],
    [
      "the account where the use case says 0",
      { "x-business-use-case-usage": byUseCase(0), "x-ad-account-usage": '{"reset_time_duration":9}' },
      9000,
    ],
    ["Retry-After", { "retry-after": "7" }, 7000],
    [
      "a date",
      { "retry-after": "Sat, 21 Nov 2026 12:00:10 GMT", date: "Sat, 21 Nov 2026 12:00:00 GMT" },
      10_000,
    ],
    ["at most an hour", { "x-business-use-case-usage": byUseCase(600) }, HOUR],
    ["nothing for text", { "x-business-use-case-usage": byUseCase("soon") }, null],
    ["nothing for what is no JSON", { "x-business-use-case-usage": "{", "x-ad-account-usage": "x" }, null],
    ["nothing for a negative figure", { "x-ad-account-usage": '{"reset_time_duration":-4}' }, null],
    ["nothing for usage alone", { "x-app-usage": '{"call_count":100}' }, null],
    ["nothing without headers", {}, null],
  ])("the reading of Meta's answer waits after a limit: %s", (_what, headers, waitMs) => {
    expect(
      interpretMetaResponse(refused(400, { code: 4 }, headers as Record<string, string>)).retryAfterMs,
    ).toBe(waitMs);
  });

  test("the reading of Meta's answer waits an hour after a block for policy", () => {
    expect(interpretMetaResponse(refused(400, { code: 368 })).retryAfterMs).toBe(HOUR);
  });

  test("a faulty service's Retry-After counts, the figures of a limit that was not met do not", () => {
    const headers = { "retry-after": "30", "x-ad-account-usage": '{"reset_time_duration":300}' };
    expect(interpretMetaResponse(complete(503, "", headers)).retryAfterMs).toBe(30_000);
  });
});

describe("credential that cannot be put into a request", () => {
  const good = { accessToken: "EAAtoken1", pixelId: "1000000000000003" };

  test.each([
    ["a pixel id with letters", { pixelId: "12a" }],
    ["a pixel id that climbs", { pixelId: "../me" }],
    ["no pixel id", { pixelId: "" }],
    ["a token with a line break", { accessToken: "EAAtoken\r\nx: y" }],
    ["a token with a space", { accessToken: "EAA token" }],
    ["no token", { accessToken: "" }],
  ])("a credential that cannot be put into a request is parked unsent: %s", async (_what, more) => {
    const { accessToken, pixelId } = { ...good, ...more };
    const destination = { credential: { accessToken }, settings: { testEventCode: null }, assetId: pixelId };
    expect(await meta.send(destination, build(), { timeoutMs: 1000 })).toMatchObject({
      response: { kind: "unreached", fault: "CREDENTIAL_MALFORMED" },
      result: { outcome: "parked", remedy: expect.stringContaining("Connect") },
    });
    expect(await meta.checkCredential(destination)).toMatchObject({
      ok: false,
      result: { outcome: "parked", remedy: expect.stringContaining("digits only") },
    });
  });
});

describe("Meta's adapter", () => {
  const settings = { testEventCode: null };

  test("Meta's adapter says what Meta allows", () => {
    expect([meta.id, meta.name, meta.windowMs(settings)]).toEqual(["meta", "Meta", 7 * 24 * HOUR]);
  });

  test("Meta's adapter is in test mode with a test event code", () => {
    expect(["TEST123", " ", null].map((testEventCode) => meta.isTestMode({ testEventCode }))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("Meta's adapter sends no test event without a code, because Meta would count it", async () => {
    const destination = { credential: { accessToken: "EAAtoken1" }, settings, assetId: "1000000000000003" };
    expect(await meta.sendTest(destination, build(), { timeoutMs: 1000 })).toMatchObject({
      response: null,
      result: { outcome: "permanent", remedy: expect.stringContaining("Test events") },
    });
  });

  test("Meta's adapter reads settings that were saved without a code", () => {
    expect(meta.settingsSchema.parse({})).toEqual(settings);
  });
});
