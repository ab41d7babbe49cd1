import { createHash } from "node:crypto";
import { v1 } from "@google-ads/datamanager";
import metaSdk from "facebook-nodejs-business-sdk";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { OptInInput } from "#app/schemas/opt-in.ts";
import type { AdPlatform } from "#app/services/ad-platforms/ad-platform.ts";
import { conversion, NOW } from "#app/services/ad-platforms/fixtures/conversion.ts";
import { createGoogle } from "#app/services/ad-platforms/google/index.server.ts";
import { createMeta } from "#app/services/ad-platforms/meta/index.server.ts";
import { createSnapchat } from "#app/services/ad-platforms/snapchat/index.server.ts";
import { createTikTok } from "#app/services/ad-platforms/tiktok/index.server.ts";
import { type Sandbox, startSandbox } from "../../sandbox/server.ts";
import { type DifficultPerson, difficultPeople } from "./difficult-people.ts";

const { CustomData, EventRequest, FacebookAdsApi, ServerEvent, UserData } = metaSdk;
const PIXEL = "1000000000000003";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    isStrict: true,
    resultMs: 0,
    now: () => NOW.getTime(),
    log: () => {},
  });
  // The package has no setting for the address of its service.
  vi.spyOn(FacebookAdsApi, "GRAPH", "get").mockReturnValue(sandbox.url);
});
beforeEach(() => sandbox.reset());
afterAll(async () => {
  vi.restoreAllMocks();
  await sandbox.close();
});

/** A person's claim as the form stores it. */
function toConversion({ email, phone, country }: DifficultPerson) {
  const typed = { email, phone, phoneCountry: country, platform: "p", consent: true };
  const input = OptInInput.parse(typed);
  return conversion({ email: input.email, phone: input.phone.e164, country: input.phone.country ?? country });
}

const build = (platform: unknown, person: DifficultPerson) =>
  (platform as AdPlatform).buildEvent(toConversion(person)).body as Record<string, unknown>;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text.trim());

describe("official client", () => {
  const platforms = () => {
    const options = { apiUrl: sandbox.url, now: () => NOW };
    return {
      meta: createMeta({ graphUrl: sandbox.url, version: "v27.0", now: () => NOW }),
      tiktok: createTikTok(options),
      snapchat: createSnapchat(options),
      google: createGoogle(options),
    };
  };

  test("an official client's hashes of difficult people are ours, and each platform has its own of the rest", () => {
    expect(difficultPeople).toHaveLength(40);
    const { meta, tiktok, snapchat, google } = platforms();
    let compared = 0;
    for (const person of difficultPeople) {
      const { email, plain = email.trim().toLowerCase(), googlePlain = plain } = person;
      const e164 = toConversion(person).phone ?? "";
      const hashes = { email: sha256(plain), digits: sha256(e164.slice(1)), plus: sha256(e164) };
      expect([email, build(meta, person).user_data]).toMatchObject([
        email,
        { em: [hashes.email], ph: [hashes.digits] },
      ]);
      expect([email, build(snapchat, person).user_data]).toMatchObject([
        email,
        { em: [hashes.email], ph: [hashes.digits] },
      ]);
      expect([email, build(tiktok, person).user]).toMatchObject([
        email,
        { email: hashes.email, phone: hashes.plus },
      ]);
      expect([email, build(google, person).userData]).toEqual([
        email,
        { userIdentifiers: [{ emailAddress: sha256(googlePlain) }, { phoneNumber: hashes.plus }] },
      ]);

      const sdk = () => new UserData().setEmail(email).setPhone(e164).normalize();
      // Its package refuses letters beyond ASCII, which Meta's service is sent all the same.
      if (isAscii(email)) {
        expect([email, sdk()]).toMatchObject([email, { em: [hashes.email], ph: [hashes.digits] }]);
        compared += 1;
      } else expect(sdk).toThrow(/email/i);
    }
    expect(compared).toBe(32);
  });

  test("Meta's official client sends to the sandbox what we send", async () => {
    const facts = conversion();
    const ours = platforms().meta.buildEvent(facts).body as {
      event_source_url: string;
      user_data: object;
      custom_data: object;
    };
    const seconds = Math.floor((facts.confirmedAt as Date).getTime() / 1000);
    const user = new UserData()
      .setEmail(facts.email)
      .setPhone(facts.phone)
      .setCountry("ae")
      .setClientIpAddress(facts.ip)
      .setClientUserAgent(facts.userAgent);
    const event = new ServerEvent()
      .setEventName("Purchase")
      .setEventId(facts.eventId)
      .setEventTime(seconds)
      .setActionSource("website")
      .setEventSourceUrl(ours.event_source_url)
      .setUserData(user)
      .setCustomData(new CustomData().setValue(250).setCurrency("USD"));

    const response = await new EventRequest("sandbox-token", PIXEL).setEvents([event]).execute();

    expect(response.events_received).toBe(1);
    const body = sandbox.events()[0]?.body as typeof ours & Record<string, unknown>;
    expect(ours).toMatchObject({
      ...body,
      user_data: body.user_data,
      custom_data: { ...body.custom_data, currency: "USD" },
    });
  });

  test("Google's official client sends our event to the sandbox, with numbers for enums, and reads its result", async () => {
    const { body } = platforms().google.buildEvent(conversion());
    const { eventTimestamp, ...event } = body as { eventTimestamp: string };
    const client = new v1.IngestionServiceClient({
      fallback: true,
      protocol: "http",
      apiEndpoint: "127.0.0.1",
      port: Number(new URL(sandbox.url).port),
      // Credentials of our own: Google's would ask Google.
      authClient: {
        getRequestHeaders: async () => new Headers(),
        fetch: (url: string, { headers, ...init }: RequestInit) =>
          fetch(url, {
            ...init,
            headers: { ...Object.fromEntries(new Headers(headers)), authorization: "Bearer sandbox-token" },
          }),
      } as never,
    });
    const [{ requestId }] = await client.ingestEvents({
      destinations: [
        {
          operatingAccount: { accountType: "GOOGLE_ADS", accountId: "1234567890" },
          productDestinationId: "987654321",
        },
      ],
      encoding: "HEX",
      events: [{ ...event, eventTimestamp: { seconds: Date.parse(eventTimestamp) / 1000 } }],
    });
    const [status] = await client.retrieveRequestStatus({ requestId });

    expect(status.requestStatusPerDestination?.[0]?.requestStatus).toBe("SUCCESS");
    const [received] = sandbox.events();
    expect(received).toMatchObject({ accepted: true, eventId: "0199-event" });
    expect(received?.body).toMatchObject({ eventSource: "WEB", conversionValue: 250, currency: "USD" });
    await client.close();
  });
});
