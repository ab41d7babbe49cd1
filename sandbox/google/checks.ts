import { type Fields, isFields, isText } from "../fields.ts";
import { isCurrency, isHashOfNothing, isPlainIp } from "../values.ts";

/** One complaint about a request: Google collects them all. */
export type Violation = { field: string; reason: string; description: string };

const EVENTS_MAX = 2000;
const DESTINATIONS_MAX = 10;
const IDENTIFIERS_MAX = 10;
const ACCOUNT = /^\d{10}$/;
const SOURCES = new Set(["WEB", "APP", "IN_STORE", "PHONE", "MESSAGE", "OTHER"]);
const CONSENTS = new Set(["CONSENT_GRANTED", "CONSENT_DENIED", undefined]);
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const HASHES = { HEX: /^[0-9a-fA-F]{64}$/, BASE64: /^[A-Za-z0-9+/]{43}=$/ };
/** Each on its own, so that a click of another kind is not taken for the person. */
const CLICKS = ["gclid", "gbraid", "wbraid"];

const violation = (field: string, reason: string, description: string): Violation => ({
  field,
  reason,
  description,
});
const toList = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.map((entry) => (isFields(entry) ? entry : {})) : [];

export function checkRequest(body: Fields, isStrict: boolean): Violation[] {
  const destinations = toList(body.destinations);
  const events = toList(body.events);
  const found = destinations.flatMap((destination, index) =>
    checkDestination(destination, `destinations[${index}]`),
  );
  if (destinations.length === 0) found.push(violation("destinations", "REQUIRED_FIELD_MISSING", "Required."));
  if (destinations.length > DESTINATIONS_MAX)
    found.push(violation("destinations", "TOO_MANY_DESTINATIONS", "At most 10."));
  const references = destinations
    .map(({ reference }) => reference)
    .filter((reference) => reference !== undefined);
  if (new Set(references).size < references.length)
    found.push(violation("destinations", "DUPLICATE_DESTINATION_REFERENCE", "References must differ."));
  if (events.length === 0) found.push(violation("events", "REQUIRED_FIELD_MISSING", "Required."));
  if (events.length > EVENTS_MAX) found.push(violation("events", "TOO_MANY_EVENTS", "At most 2000."));
  const { encoding } = body;
  if (encoding !== undefined && encoding !== "HEX" && encoding !== "BASE64")
    found.push(violation("encoding", "INVALID_ENUM_VALUE", "HEX or BASE64."));
  if (encoding === undefined && events.some(({ userData }) => userData !== undefined))
    found.push(violation("encoding", "REQUIRED_FIELD_MISSING", "Required with user data."));
  const hash = encoding === "BASE64" ? HASHES.BASE64 : HASHES.HEX;
  return [
    ...found,
    ...events.flatMap((event, index) => checkEvent(event, `events[${index}]`, { hash, isStrict })),
  ];
}

function checkDestination(
  { operatingAccount, loginAccount, productDestinationId }: Fields,
  at: string,
): Violation[] {
  const account = isFields(operatingAccount) ? operatingAccount : {};
  const login = isFields(loginAccount) ? loginAccount : null;
  return rules([
    [
      !ACCOUNT.test(String(account.accountId)) || (login !== null && !ACCOUNT.test(String(login.accountId))),
      violation(`${at}.operating_account`, "INVALID_DESTINATION", "An account ID has ten digits."),
    ],
    [
      account.accountType !== "GOOGLE_ADS",
      violation(`${at}.operating_account.account_type`, "DESTINATION_ACCOUNT_TYPE_MISMATCH", "GOOGLE_ADS."),
    ],
    [
      !/^\d{1,20}$/.test(String(productDestinationId)),
      violation(
        `${at}.product_destination_id`,
        "INVALID_CONVERSION_ACTION_ID",
        "A conversion action's number.",
      ),
    ],
  ]);
}

function checkEvent(
  event: Fields,
  at: string,
  { hash, isStrict }: { hash: RegExp; isStrict: boolean },
): Violation[] {
  const { eventTimestamp, eventSource, conversionValue, currency, transactionId, eventDeviceInfo } = event;
  const user = isFields(event.userData) ? event.userData : {};
  const clicks = isFields(event.adIdentifiers) ? event.adIdentifiers : {};
  const consent = isFields(event.consent) ? event.consent : {};
  const identifiers = toList(user.userIdentifiers);
  const given = CLICKS.filter((name) => isText(clicks[name]));
  const isTime = RFC_3339.test(String(eventTimestamp)) && !Number.isNaN(Date.parse(String(eventTimestamp)));
  return [
    ...rules([
      [
        eventTimestamp === undefined,
        violation(`${at}.event_timestamp`, "REQUIRED_FIELD_MISSING", "Required."),
      ],
      [
        eventTimestamp !== undefined && !isTime,
        violation(`${at}.event_timestamp`, "EVENT_TIME_INVALID", "An RFC 3339 time."),
      ],
      [
        transactionId !== undefined && !isText(transactionId),
        violation(`${at}.transaction_id`, "INVALID_FORMAT", "Text."),
      ],
      [
        eventSource !== undefined && !SOURCES.has(String(eventSource)),
        violation(`${at}.event_source`, "INVALID_ENUM_VALUE", "Unknown source."),
      ],
      [
        currency !== undefined && !(/^[A-Z]{3}$/.test(String(currency)) && isCurrency(currency)),
        violation(`${at}.currency`, "INVALID_CURRENCY_CODE", "An ISO 4217 code."),
      ],
      [
        isStrict && conversionValue !== undefined && currency === undefined,
        violation(`${at}.currency`, "REQUIRED_FIELD_MISSING", "Required with a value."),
      ],
      [
        ![consent.adUserData, consent.adPersonalization].every((value) =>
          CONSENTS.has(value as string | undefined),
        ),
        violation(`${at}.consent`, "INVALID_ENUM_VALUE", "CONSENT_GRANTED or CONSENT_DENIED."),
      ],
      [
        identifiers.length > IDENTIFIERS_MAX,
        violation(`${at}.user_data.user_identifiers`, "TOO_MANY_USER_IDENTIFIERS", "At most 10."),
      ],
      [
        identifiers.length === 0 && given.length === 0,
        violation(`${at}.user_data.user_identifiers`, "NO_IDENTIFIERS_PROVIDED", "A person or a click."),
      ],
      [given.length > 1, violation(`${at}.ad_identifiers`, "INVALID_ARGUMENT", "One kind of click.")],
      ...[
        { info: eventDeviceInfo, name: "event_device_info" },
        { info: clicks.landingPageDeviceInfo, name: "ad_identifiers.landing_page_device_info" },
      ].map(
        ({ info, name }): Rule => [
          isFields(info) && info.ipAddress !== undefined && !isPlainIp(info.ipAddress),
          violation(`${at}.${name}.ip_address`, "INVALID_FORMAT", "A plain IP address."),
        ],
      ),
    ]),
    ...identifiers.flatMap((identifier, index) =>
      checkIdentifier(identifier, `${at}.user_data.user_identifiers[${index}]`, hash),
    ),
  ];
}

function checkIdentifier(
  { emailAddress, phoneNumber, address }: Fields,
  at: string,
  hash: RegExp,
): Violation[] {
  const isHash = (value: unknown) => typeof value === "string" && hash.test(value) && !isHashOfNothing(value);
  const badHash = (field: string) => violation(`${at}.${field}`, "INVALID_SHA256_FORMAT", "A SHA-256 hash.");
  if (emailAddress !== undefined) return isHash(emailAddress) ? [] : [badHash("email_address")];
  if (phoneNumber !== undefined) return isHash(phoneNumber) ? [] : [badHash("phone_number")];
  if (!isFields(address))
    return [violation(at, "REQUIRED_FIELD_MISSING", "An email address, phone number or address.")];
  return rules([
    [!isHash(address.givenName), badHash("address.given_name")],
    [!isHash(address.familyName), badHash("address.family_name")],
    [
      !/^[A-Za-z]{2}$/.test(String(address.regionCode)),
      violation(`${at}.address.region_code`, "INVALID_REGION_CODE", "Two letters."),
    ],
    [!isText(address.postalCode), violation(`${at}.address.postal_code`, "INVALID_POSTAL_CODE", "Required.")],
  ]);
}

type Rule = [isBroken: boolean, violation: Violation];

const rules = (list: Rule[]): Violation[] =>
  list.filter(([isBroken]) => isBroken).map(([, broken]) => broken);
