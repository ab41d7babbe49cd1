import { describe, expect, test } from "vitest";
import { checkBatch, findWarnings } from "./checks.ts";

const NOW_MS = 1_795_136_000_000;
const NOW = NOW_MS / 1000;
const DAY = 86_400;
const HASH = "542d240129883c019e106e3b1b2d3f3cb3537c43c425364de8e951d5a3083345";

const event = (more: Record<string, unknown> = {}) => ({
  event_name: "Lead",
  event_time: NOW - 60,
  event_id: "e1",
  action_source: "website",
  user_data: { em: [HASH] },
  ...more,
});
const readCode = (data: unknown, isStrict = false) => {
  const refusal = checkBatch(data, { nowMs: NOW_MS, isStrict });
  return refusal && `${refusal.code}${refusal.subcode ? `/${refusal.subcode}` : ""}`;
};
const one = (more: Record<string, unknown>, isStrict = false) => readCode([event(more)], isStrict);

describe("batch", () => {
  test.each([
    ["one good event", [event()], null],
    ["a thousand", Array.from({ length: 1000 }, () => event()), null],
    ["a thousand and one", Array.from({ length: 1001 }, () => event()), "100"],
    ["nothing", undefined, "100"],
    ["no list", { 0: event() }, "100"],
    ["an empty list", [], "100"],
    ["text in the list", ["x"], "100"],
    ["one bad event among good ones", [event(), event({ user_data: {} }), event()], "100/2804050"],
  ])("a batch of %s is validated as a whole", (_what, data, code) => expect(readCode(data)).toBe(code));
});

describe("event", () => {
  const bad = {
    event_name: "Purchase",
    event_time: NOW - 8 * DAY,
    user_data: { ct: ["Paris"] },
    custom_data: {},
  };

  test("an event is checked in Meta's order: each mended fault shows the next one", () => {
    expect(one({ ...bad, event_name: " ", event_time: "x" })).toBe("100");
    expect(one({ ...bad, event_time: `${NOW}` })).toBe("100");
    expect(one(bad)).toBe("100/2804003");
    const recent = { ...bad, event_time: NOW };
    expect(one({ ...recent, user_data: "x" })).toBe("100");
    expect(one(recent)).toBe("100/2804016");
    const hashed = { ...recent, user_data: { ct: [HASH] } };
    expect(one(hashed)).toBe("100/2804050");
    const known = { ...recent, user_data: { ct: [HASH], em: HASH } };
    expect(one(known)).toBe("100/2804009");
    expect(one({ ...known, custom_data: { value: 5 } })).toBe("100/2804010");
    expect(one({ ...known, custom_data: { value: 5, currency: "EUR" } })).toBeNull();
  });

  test.each([
    [7 * DAY, "website", null],
    [7 * DAY + 1, "website", "100/2804003"],
    [62 * DAY, "physical_store", null],
    [62 * DAY + 1, "physical_store", "100/2804003"],
    [-DAY, "website", null],
  ])("an event %i s old from %s gives %j", (age, action_source, code) => {
    expect(one({ event_time: NOW - age, action_source })).toBe(code);
  });

  test.each([
    [HASH, true],
    [`${HASH}.AQQCAQMC`, true],
    [`${HASH}.AQ`, true],
    [`${HASH}.AX`, false],
    [HASH.toUpperCase(), false],
    ["d41d8cd98f00b204e9800998ecf8427e", false],
    ["person@example.com", false],
    [42, false],
  ])("an event whose address is %j passes as hashed: %s", (value, isTaken) => {
    expect(one({ user_data: { em: [value], external_id: "plain" } })).toBe(isTaken ? null : "100/2804016");
  });

  test.each([
    [{}, false],
    [{ em: null, ph: "", fn: [null, ""] }, false],
    [{ ct: HASH, country: HASH, st: HASH, zp: HASH, ge: HASH, client_user_agent: "x" }, false],
    [{ db: HASH, client_user_agent: "x" }, false],
    [{ fn: HASH, ge: HASH }, false],
    [{ ln: HASH, ge: HASH }, false],
    [{ fn: HASH, ln: HASH }, true],
    [{ client_ip_address: "203.0.113.7" }, true],
    [{ fbc: "fb.1.1763500000000.x" }, true],
    [{ em: HASH }, true],
  ])("an event with %j identifies the person: %s", (user_data, isEnough) => {
    expect(one({ user_data })).toBe(isEnough ? null : "100/2804050");
  });

  test.each([
    [{ value: "142.52", currency: "eur" }, null],
    [{ value: 0, currency: "EUR" }, null],
    [{ value: -1, currency: "EUR" }, null],
    [{ currency: "EUR" }, "100/2804009"],
    [{ value: "abc", currency: "EUR" }, "100/2804009"],
    [{ value: null, currency: "EUR" }, "100/2804009"],
    [{ value: 1, currency: "" }, "100/2804010"],
  ])("a purchase with %j gives %j", (custom_data, code) => {
    expect(one({ event_name: "Purchase", custom_data })).toBe(code);
  });

  test("a Lead in a message is refused", () => {
    expect(one({ action_source: "business_messaging" })).toBe("100/2804066");
    expect(one({ action_source: "business_messaging", event_name: "LeadSubmitted" })).toBeNull();
  });
});

describe("strict switch", () => {
  const whole = {
    event_source_url: "https://forms.example.com/optin/demo",
    user_data: { em: HASH, client_user_agent: "Mozilla" },
  };

  test("the strict switch takes an event that follows every documented rule", () =>
    expect(one(whole, true)).toBeNull());

  test.each([
    ["no source", { action_source: undefined }],
    ["a made-up source", { action_source: "carrier_pigeon" }],
    ["no page", { event_source_url: undefined }],
    ["no browser", { user_data: { em: HASH } }],
    ["a time ahead", { event_time: NOW + 61 }],
    ["a value without currency", { custom_data: { value: 5 } }],
    ["a value of nothing", { custom_data: { value: 0, currency: "EUR" } }],
  ])("the strict switch refuses %s, which passes otherwise", (_what, more) => {
    expect(one({ ...whole, ...more }, true)).toBe("100");
    expect(one({ ...whole, ...more })).toBeNull();
  });
});

test("a malformed fbc is warned of", () => {
  const withFbc = (fbc: string) => event({ user_data: { em: HASH, fbc } });
  expect(findWarnings([withFbc("fb.1.1763500000000.x"), withFbc("x")])).toEqual([
    expect.stringContaining("data[1]"),
  ]);
});
