import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  bareConversion,
  conversion,
  malformedConversion,
  NOW,
} from "#app/services/ad-platforms/fixtures/conversion.ts";
import { listHashes } from "#app/services/ad-platforms/fixtures/person-hashes.ts";
import { buildSnapchatEvent, isMatchable } from "./event.ts";
import { nameWithoutAmount } from "./event-names.ts";

const build = (facts = conversion()) => buildSnapchatEvent(facts, NOW);
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe("event for Snapchat", () => {
  test("an event for Snapchat has the whole deposit: click id unchanged, order id, the address of the network plain", () => {
    expect(build()).toEqual({
      omittedFields: [],
      body: {
        event_name: "PURCHASE",
        event_time: 1_795_136_000,
        action_source: "WEB",
        event_id: "0199-event",
        event_source_url: "https://forms.example.com/optin/demo?utm_source=tt",
        user_data: {
          em: [sha256("person@example.com")],
          ph: [sha256("971501234567")],
          country: [sha256("ae")],
          external_id: [sha256("visitor-1")],
          client_ip_address: "81.2.69.142",
          client_user_agent: "Mozilla/5.0 (iPhone)",
          sc_click_id: "a1b2c3d4-E5",
          sc_cookie1: "0a1b2c3d-4e5f",
        },
        custom_data: { value: 250, currency: "USD", order_id: "0199-event" },
        data_processing_options: [],
      },
    });
  });

  test("an event for Snapchat leaves out what is not known, and then came from no website", () => {
    expect(build(bareConversion()).body).toEqual({
      event_name: "SIGN_UP",
      event_time: 1_795_136_000,
      action_source: "OFFLINE",
      event_id: "0199-event",
      user_data: { em: [sha256("person@example.com")] },
      custom_data: { order_id: "0199-event" },
    });
  });

  test("an event for Snapchat leaves out and names what is malformed; nothing of it identifies anybody", () => {
    const event = build(malformedConversion());
    expect(event.body).toMatchObject({ user_data: {}, custom_data: { order_id: "0199-event" } });
    expect(event.omittedFields.sort()).toEqual(
      [
        "client_ip_address",
        "client_user_agent",
        "country",
        "currency",
        "em",
        "event_source_url",
        "ph",
        "sc_click_id",
        "sc_cookie1",
        "value",
      ].sort(),
    );
    expect(isMatchable(event)).toBe(false);
  });

  test.each([
    [{ email: "person@example.com" }, true],
    [{ phone: "+971501234567" }, true],
    [{ ip: "81.2.69.142", userAgent: "Mozilla/5.0" }, true],
    [{ ip: "81.2.69.142" }, false],
    [{ userAgent: "Mozilla/5.0" }, false],
    [{ externalId: "visitor-1" }, false],
  ])(
    "an event for Snapchat needs an email address, a phone number, or both network and browser: %j",
    (more, isEnough) => {
      expect(isMatchable(build(malformedConversion({ ip: null, userAgent: null, ...more })))).toBe(isEnough);
    },
  );

  test.each(listHashes("snapchat"))(
    "an event for Snapchat hashes the %s %s as documented",
    (field, plain, hash) => {
      const user = build(conversion({ [field]: plain })).body.user_data;
      expect(user).toMatchObject({ [field === "email" ? "em" : "ph"]: [hash] });
    },
  );

  test.each([
    ["deposit", null, "PURCHASE"],
    ["purchase", null, "PURCHASE"],
    ["subscription", null, "SUBSCRIBE"],
    [null, null, "SIGN_UP"],
    ["deposit", "StartTrial", "START_TRIAL"],
    ["deposit", "Lead", "SIGN_UP"],
    ["deposit", "custom event 2", "CUSTOM_EVENT_2"],
  ] as const)("an event for Snapchat calls a %s with the form's name %j %s", (action, eventName, name) => {
    const event = build(conversion({ action, eventName }));
    expect([event.body.event_name, event.omittedFields]).toEqual([name, []]);
  });

  test("an event for Snapchat knows no names of one's own: the action's is sent, and the form's is named as left out", () => {
    const event = build(conversion({ eventName: "First Deposit!" }));
    expect([event.body.event_name, event.omittedFields]).toEqual(["PURCHASE", ["event_name"]]);
  });

  test("an event for Snapchat is no purchase without an amount, which Snapchat would refuse", () => {
    expect(build(conversion({ amount: null, currency: null })).body.event_name).toBe("SIGN_UP");
    expect(nameWithoutAmount({ action: "deposit", eventName: null })).toBe("SIGN_UP");
    expect(nameWithoutAmount({ action: "subscription", eventName: null })).toBeNull();
  });
});
