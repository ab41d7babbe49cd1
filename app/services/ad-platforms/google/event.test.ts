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
import { readAssetId } from "./asset-id.ts";
import { buildGoogleEvent, isMatchable } from "./event.ts";
import { normalizeGoogleEmail } from "./normalize.ts";

const build = (facts = conversion()) => buildGoogleEvent(facts, NOW);
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe("event for Google", () => {
  test("an event for Google has the whole deposit: time, money, click, person, device and consent", () => {
    expect(build()).toEqual({
      omittedFields: [],
      body: {
        transactionId: "0199-event",
        eventTimestamp: "2026-11-20T00:53:20Z",
        eventSource: "WEB",
        conversionValue: 250,
        currency: "USD",
        adIdentifiers: { gclid: "Cj0KCQ-AbC_dEf" },
        userData: {
          userIdentifiers: [
            { emailAddress: sha256("person@example.com") },
            { phoneNumber: sha256("+971501234567") },
          ],
        },
        eventDeviceInfo: { userAgent: "Mozilla/5.0 (iPhone)", ipAddress: "81.2.69.142" },
        consent: { adUserData: "CONSENT_GRANTED", adPersonalization: "CONSENT_GRANTED" },
      },
    });
  });

  test("an event for Google leaves out what is not known, the consent too", () => {
    expect(build(bareConversion()).body).toEqual({
      transactionId: "0199-event",
      eventTimestamp: "2026-11-20T00:53:20Z",
      eventSource: "WEB",
      userData: { userIdentifiers: [{ emailAddress: sha256("person@example.com") }] },
    });
  });

  test("an event for Google leaves out and names what is malformed; nothing of it identifies anybody", () => {
    const event = build(malformedConversion());
    expect(Object.keys(event.body).sort()).toEqual(["eventSource", "eventTimestamp", "transactionId"]);
    expect(event.omittedFields.sort()).toEqual(
      [
        "conversionValue",
        "country",
        "currency",
        "emailAddress",
        "gbraid",
        "gclid",
        "ipAddress",
        "phoneNumber",
        "userAgent",
        "wbraid",
      ].sort(),
    );
    expect(isMatchable(event)).toBe(false);
    expect(isMatchable(build(malformedConversion(clicked({ gclid: "G-1" }))))).toBe(true);
  });

  test.each(listHashes("google"))(
    "an event for Google hashes the %s %s as documented",
    (field, plain, hash) => {
      const { userData } = build(conversion({ email: "x", phone: null, [field]: plain })).body;
      const name = field === "email" ? "emailAddress" : "phoneNumber";
      expect(userData).toEqual({ userIdentifiers: [{ [name]: hash }] });
    },
  );

  test.each([
    ["J.o.hn+tag@GoogleMail.com", "john@googlemail.com"],
    ["j.ohn+tag@example.com", "j.ohn+tag@example.com"],
    ["+tag@gmail.com", null],
    ["not an address", null],
  ])("an event for Google reads the address %s as %s", (typed, normalized) => {
    expect(normalizeGoogleEmail(typed)).toBe(normalized);
  });

  test.each(["DE", "NO", "GB", "CH", "GF", null, "Atlantis"])(
    "an event for Google keeps the network address of somebody in %s to itself",
    (country) => {
      expect(build(conversion({ country })).body.eventDeviceInfo).toEqual({
        userAgent: "Mozilla/5.0 (iPhone)",
      });
    },
  );

  test("an event for Google sends one kind of click, the most exact there is", () => {
    const kinds = { gclid: "G", gbraid: "B", wbraid: "W" };
    expect(build(conversion(clicked(kinds))).body.adIdentifiers).toEqual({ gclid: "G" });
    const rest = { ...kinds, gclid: "a b" };
    const event = build(conversion(clicked(rest)));
    expect([event.body.adIdentifiers, event.omittedFields]).toEqual([{ gbraid: "B" }, ["gclid"]]);
  });
});

test.each([
  ["1234567890/987654321", { accountId: "1234567890", actionId: "987654321" }],
  [" 123-456-7890/987654321 ", { accountId: "1234567890", actionId: "987654321" }],
  ["1234567890", null],
  ["12345/1", null],
  ["1234567890/x", null],
])("the conversion action %j is read as %j", (typed, action) => expect(readAssetId(typed)).toEqual(action));
