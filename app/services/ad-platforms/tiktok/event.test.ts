import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  bareConversion,
  clicked,
  conversion,
  malformedConversion,
  NOW,
} from "#app/services/ad-platforms/fixtures/conversion.ts";
import { listHashes } from "#app/services/ad-platforms/fixtures/person-hashes.ts";
import { buildTikTokEvent, isMatchable } from "./event.ts";

const build = (facts = conversion()) => buildTikTokEvent(facts, NOW, { isPhoneWithPlus: true });
const buildUser = (facts = conversion()) => build(facts).body.user as Record<string, unknown>;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe("event for TikTok", () => {
  test("an event for TikTok has the whole deposit: plain country, click id unchanged, no secrets in its page", () => {
    expect(build()).toEqual({
      omittedFields: [],
      body: {
        event: "Purchase",
        event_time: 1_795_136_000,
        event_id: "0199-event",
        user: {
          email: sha256("person@example.com"),
          phone: sha256("+971501234567"),
          external_id: sha256("visitor-1"),
          country: "ae",
          ttclid: "E.C.P.Cr0AbCdEf-_9",
          ttp: "2Vd1jqLPzWqxCJ8e0a1b2c3d4e5",
          ip: "81.2.69.142",
          user_agent: "Mozilla/5.0 (iPhone)",
        },
        page: {
          url: "https://forms.example.com/optin/demo?utm_source=tt",
          referrer: "https://www.tiktok.com/@casa",
        },
        properties: { value: 250, currency: "USD", order_id: "0199-event" },
        limited_data_use: false,
      },
    });
  });

  test("an event for TikTok leaves out what is not known, without a null or an empty text", () => {
    expect(build(bareConversion())).toEqual({
      omittedFields: [],
      body: {
        event: "Lead",
        event_time: 1_795_136_000,
        event_id: "0199-event",
        user: { email: sha256("person@example.com") },
        page: {},
        properties: { order_id: "0199-event" },
      },
    });
  });

  test("an event for TikTok leaves out and names what is malformed; nothing of it identifies anybody", () => {
    const event = build(malformedConversion());
    expect(event.body).toMatchObject({ user: {}, page: {}, properties: { order_id: "0199-event" } });
    expect(event.omittedFields.sort()).toEqual(
      [
        "country",
        "currency",
        "email",
        "ip",
        "page.referrer",
        "page.url",
        "phone",
        "ttclid",
        "ttp",
        "user_agent",
        "value",
      ].sort(),
    );
    expect(isMatchable(event)).toBe(false);
    expect(isMatchable(build(malformedConversion({ email: "person@example.com" })))).toBe(true);
  });

  test.each(listHashes("tiktok"))(
    "an event for TikTok hashes the %s %s as documented",
    (field, plain, hash) => {
      expect(buildUser(conversion({ [field]: plain }))[field]).toBe(hash);
    },
  );

  test("an event for TikTok hashes the phone number without its plus where the server says so", () => {
    const { body } = buildTikTokEvent(conversion(), NOW, { isPhoneWithPlus: false });
    expect(body.user).toMatchObject({ phone: sha256("971501234567") });
  });

  test.each([
    ["deposit", null, "Purchase"],
    ["purchase", null, "Purchase"],
    ["subscription", null, "Subscribe"],
    [null, null, "Lead"],
    ["deposit", " CompletePayment ", "CompletePayment"],
  ] as const)("an event for TikTok calls a %s with the form's name %j %s", (action, eventName, name) => {
    expect(build(conversion({ action, eventName })).body.event).toBe(name);
  });

  test("an event for TikTok keeps its name without an amount: TikTok takes a purchase without one", () => {
    expect(build(conversion({ amount: null, currency: null })).body).toMatchObject({ event: "Purchase" });
  });

  test("an event for TikTok takes the form's own address where no page was seen", () => {
    expect(build(conversion({ pageUrl: null })).body.page).toMatchObject({
      url: "https://forms.example.com/optin/demo",
    });
  });

  test("an event for TikTok leaves out a click id that was altered on the way", () => {
    const event = build(conversion(clicked({ ttclid: "E.C.P.%20x" })));
    expect(event.omittedFields).toEqual(["ttclid"]);
    expect(event.body.user).not.toHaveProperty("ttclid");
  });
});
