import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "./server.ts";

const NOW_MS = 1_795_136_000_000;
const NOW = NOW_MS / 1000;
const DAY = 24 * 60 * 60;
const HASH = "542d240129883c019e106e3b1b2d3f3cb3537c43c425364de8e951d5a3083345";
const HASH_OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const IP = "81.2.69.142";
const PIXEL = "1000000000000003";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, now: () => NOW_MS, log: () => {} });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(sandbox.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}
const bearer = { authorization: "Bearer sandbox-token" };
/** Why the newest event was refused; null if it was taken. */
const refusal = () => {
  const [newest] = sandbox.events();
  return newest?.accepted ? null : newest?.error;
};

type Refusals = [what: string, change: object, expected: string | null][];

describe("Meta in the sandbox", () => {
  const send = (user: object, more: object = {}) =>
    post(
      `/v27.0/${PIXEL}/events`,
      {
        data: [
          {
            event_name: "Purchase",
            event_time: NOW - 60,
            event_id: "e1",
            action_source: "website",
            user_data: { em: [HASH], client_ip_address: IP, ...user },
            custom_data: { value: 250, currency: "EUR" },
            ...more,
          },
        ],
      },
      bearer,
    );

  test.each<Refusals[number]>([
    ["an event as it should be", {}, null],
    ["a time in milliseconds", { event_time: NOW_MS }, "must be in seconds"],
    ["an event of eight days ago", { event_time: NOW - 8 * DAY }, "Too Old"],
    ["a currency that is none", { custom_data: { value: 5, currency: "ZZZ" } }, "ISO 4217"],
    ["a cryptocurrency", { custom_data: { value: 5, currency: "USDT" } }, "ISO 4217"],
    ["a currency in lower case", { custom_data: { value: 5, currency: "eur" } }, null],
    ["a hashed IP address", { user_data: { em: [HASH], client_ip_address: HASH } }, "plain IP"],
    ["the hash of an empty text alone", { user_data: { em: [HASH_OF_NOTHING] } }, "Customer Information"],
  ])("Meta in the sandbox is as strict as the service with %s", async (_what, more, expected) => {
    await send({}, more);
    expect(refusal()).toEqual(expected === null ? null : expect.stringContaining(expected));
  });

  test("Meta in the sandbox warns of an address that no visitor can have, and takes a suffix", async () => {
    expect((await send({ client_ip_address: "127.0.0.1" })).text).toContain("not an address on the internet");
    expect((await send({ client_ip_address: `${IP}.AQ` })).text).toContain('"messages":[]');
  });
});

describe("TikTok in the sandbox", () => {
  const send = (more: object) =>
    post(
      "/open_api/v1.3/event/track/",
      {
        event_source: "web",
        event_source_id: "CSANDBOX000000000003",
        data: [
          {
            event: "Purchase",
            event_time: NOW - 60,
            event_id: "e1",
            user: { email: HASH, ip: IP },
            page: { url: "https://forms.example.com/" },
            properties: { value: 250, currency: "EUR" },
            ...more,
          },
        ],
      },
      { "access-token": "sandbox-token" },
    );

  test.each<Refusals[number]>([
    ["an event as it should be", {}, null],
    ["a time in milliseconds", { event_time: NOW_MS }, "not in seconds"],
    ["an event of 400 days ago", { event_time: NOW - 400 * DAY }, "too old"],
    ["nobody", { user: undefined }, "Missing required field(s): user"],
    ["an address that is none", { page: { url: "foo" } }, "page.url"],
    ["a currency that is none", { properties: { value: 5, currency: "ZZZ" } }, "properties.currency"],
    ["a hashed IP address", { user: { email: HASH, ip: HASH } }, "user.ip: must not be hashed"],
    ["a hashed country", { user: { email: HASH, country: HASH } }, "user.country"],
    ["the hash of an empty text", { user: { email: HASH_OF_NOTHING } }, "user.email"],
  ])("TikTok in the sandbox is as strict as the service with %s", async (_what, more, expected) => {
    await send(more);
    expect(refusal()).toEqual(expected === null ? null : expect.stringContaining(expected));
  });
});

describe("Snapchat in the sandbox", () => {
  const path = "/v3/00000000-0000-4000-8000-000000000003/events";
  const event = {
    event_name: "PURCHASE",
    event_time: NOW - 60,
    event_id: "e1",
    action_source: "WEB",
    event_source_url: "https://forms.example.com/",
    user_data: { em: [HASH], client_ip_address: IP },
    custom_data: { value: 250, currency: "EUR" },
  };

  test.each<Refusals[number]>([
    ["an event as it should be", {}, null],
    ["a time in milliseconds, which it takes", { event_time: NOW_MS }, null],
    ["an event of 38 days ago", { event_time: NOW - 38 * DAY }, "37 days"],
    ["a currency that is none", { custom_data: { value: 5, currency: "ZZZ" } }, "ISO 4217"],
    ["a hashed IP address", { user_data: { em: [HASH], client_ip_address: HASH } }, "plain IP"],
    ["the hash of an empty text", { user_data: { em: [HASH_OF_NOTHING] } }, "user_data.em"],
  ])("Snapchat in the sandbox is as strict as the service with %s", async (_what, more, expected) => {
    await post(`${path}?access_token=sandbox-token`, { data: [{ ...event, ...more }] });
    expect(refusal()).toEqual(expected === null ? null : expect.stringContaining(expected));
  });

  test("Snapchat in the sandbox takes the token from a header too", async () => {
    expect((await post(path, { data: [event] }, bearer)).status).toBe(200);
  });
});

describe("Google in the sandbox", () => {
  const event = {
    transactionId: "e1",
    eventTimestamp: "2026-11-20T00:53:20Z",
    eventSource: "WEB",
    conversionValue: 250,
    currency: "EUR",
    adIdentifiers: { gclid: "Cj0KCQ" },
    userData: { userIdentifiers: [{ emailAddress: HASH }] },
  };
  const request = (more: object = {}) => ({
    destinations: [
      {
        operatingAccount: { accountType: "GOOGLE_ADS", accountId: "1234567890" },
        productDestinationId: "987654321",
      },
    ],
    encoding: "HEX",
    events: [{ ...event, ...more }],
  });
  const send = (body: object) => post("/v1/events:ingest", body, bearer);

  test.each<Refusals[number]>([
    ["an event as it should be", {}, null],
    ["an unknown field", { eventTime: "x" }, "Unknown name \"eventTime\" at 'events[0]'"],
    [
      "one identifier of two kinds",
      { userData: { userIdentifiers: [{ emailAddress: HASH, phoneNumber: HASH }] } },
      "oneof field 'identifier' is already set",
    ],
    ["clicks of two kinds", { adIdentifiers: { gclid: "a", gbraid: "b" } }, "INVALID_ARGUMENT"],
    ["a time as a number", { eventTimestamp: NOW_MS }, "events[0].event_timestamp"],
    ["a value that is no number", { conversionValue: "a lot" }, "events[0].conversion_value"],
    ["an id that is no text", { transactionId: 5 }, "TYPE_STRING"],
    ["a currency that is none", { currency: "ZZZ" }, "INVALID_CURRENCY_CODE"],
    ["a source that is none", { eventSource: "SHOP" }, "INVALID_ENUM_VALUE"],
    ["a hashed IP address", { eventDeviceInfo: { ipAddress: HASH } }, "INVALID_FORMAT"],
    [
      "the hash of an empty text",
      { userData: { userIdentifiers: [{ emailAddress: HASH_OF_NOTHING }] } },
      "INVALID_SHA256_FORMAT",
    ],
  ])("Google in the sandbox is as strict as the service with %s", async (_what, more, expected) => {
    await send(request(more));
    expect(refusal()).toEqual(expected === null ? null : expect.stringContaining(expected));
  });

  test("Google in the sandbox takes fields in snake case, and enums by their numbers", async () => {
    const body = {
      destinations: [
        {
          operating_account: { account_type: 1, account_id: "1234567890" },
          product_destination_id: "987654321",
        },
      ],
      encoding: 1,
      consent: { ad_user_data: 1, ad_personalization: 0 },
      events: [
        {
          transaction_id: "e2",
          event_timestamp: "2026-11-20T00:53:20Z",
          event_source: 1,
          conversion_value: "250.5",
          currency: "EUR",
          event_device_info: null,
          user_data: { user_identifiers: [{ email_address: HASH }] },
        },
      ],
    };
    expect((await send(body)).status).toBe(200);
    expect(sandbox.events()).toMatchObject([
      { assetId: "1234567890/987654321", eventId: "e2", accepted: true },
    ]);
  });

  test("Google in the sandbox takes a late event and says later that it was too old", async () => {
    const { text } = await send(request({ eventTimestamp: "2023-11-20T00:53:20Z" }));
    const { requestId } = JSON.parse(text);
    const later = await startSandbox({ port: 0, now: () => NOW_MS + DAY * 1000, log: () => {} });
    const path = `/v1/requestStatus:retrieve?requestId=${requestId}`;
    const status = await fetch(later.url + path, { headers: bearer });
    await later.close();
    expect(await status.text()).toContain("EVENT_TOO_OLD");
  });
});
