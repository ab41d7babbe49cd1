import { type Fields, isFields, isNumeric, isText, toValues } from "../fields.ts";
import { isCurrency, isHashOfNothing, isInSeconds, isPlainIp, isPublicIp } from "../values.ts";
import {
  invalidParameter,
  noCurrency,
  notForMessaging,
  notHashed,
  noValue,
  type Refusal,
  tooOld,
  tooThin,
} from "./errors.ts";

export type CheckOptions = { nowMs: number; isStrict: boolean };

const BATCH_MAX = 1000;
const DAY = 24 * 60 * 60;
const MUST_BE_HASHED = [
  "em",
  "ph",
  "fn",
  "ln",
  "db",
  "ge",
  "ct",
  "st",
  "zp",
  "country",
  "dobd",
  "dobm",
  "doby",
  "f5first",
  "f5last",
  "fi",
];
/** A SHA-256 in hex, with or without the suffix of Meta's Parameter Builder. */
const HASH = /^[0-9a-f]{64}(\.[A-Za-z0-9_-]{8}|\.(AQ|Ag|Aw|BA|BQ|Bg))?$/;
/** An event whose user data lie wholly inside one of these sets is refused. */
const INSUFFICIENT = [
  ["ct", "country", "st", "zp", "ge", "client_user_agent"],
  ["db", "client_user_agent"],
  ["fn", "ge"],
  ["ln", "ge"],
].map((names) => new Set(names));
const ACTION_SOURCES = new Set([
  "website",
  "app",
  "phone_call",
  "chat",
  "email",
  "physical_store",
  "system_generated",
  "business_messaging",
  "other",
]);

/** The first fault of a whole batch in Meta's order, or null: one bad event refuses them all. */
export function checkBatch(data: unknown, options: CheckOptions): Refusal | null {
  if (!Array.isArray(data)) return invalidParameter("param data must be an array.");
  if (data.length === 0) return invalidParameter("param data must be non-empty.");
  if (data.length > BATCH_MAX) return invalidParameter(`param data must have at most ${BATCH_MAX} elements.`);
  for (const [index, event] of data.entries()) {
    if (!isFields(event)) return invalidParameter(`param data[${index}] must be a JSON object.`);
    const refusal = checkEvent(event, index, options);
    if (refusal) return refusal;
  }
  return null;
}

function checkEvent(event: Fields, index: number, options: CheckOptions): Refusal | null {
  const at = `data[${index}]`;
  if (!isText(event.event_name)) return invalidParameter(`param ${at}['event_name'] is required.`);
  const time = event.event_time;
  if (typeof time !== "number" || !Number.isInteger(time)) {
    return invalidParameter(`param ${at}['event_time'] must be an integer.`);
  }
  if (!isInSeconds(time)) return invalidParameter(`param ${at}['event_time'] must be in seconds.`);
  const windowSeconds = (event.action_source === "physical_store" ? 62 : 7) * DAY;
  if (time < options.nowMs / 1000 - windowSeconds) return tooOld;

  const user = event.user_data;
  if (!isFields(user)) return invalidParameter(`param ${at}['user_data'] must be a JSON object.`);
  const plain = MUST_BE_HASHED.find((name) => toValues(user[name]).some((value) => !isHash(value)));
  if (plain !== undefined) return notHashed(plain);
  if (toAddresses(user).some((address) => !isPlainIp(address)))
    return invalidParameter(`param ${at}['user_data']['client_ip_address'] must be a plain IP address.`);
  const given = Object.keys(user).filter((name) => toValues(user[name]).some((one) => !isHashOfNothing(one)));
  if (INSUFFICIENT.some((names) => given.every((name) => names.has(name)))) return tooThin;

  const custom = isFields(event.custom_data) ? event.custom_data : {};
  if (event.event_name === "Purchase") {
    if (!isNumeric(custom.value)) return noValue;
    if (!isText(custom.currency)) return noCurrency;
  }
  if (isText(custom.currency) && !isCurrency(custom.currency))
    return invalidParameter(`param ${at}['custom_data']['currency'] must be an ISO 4217 code.`);
  if (event.action_source === "business_messaging" && event.event_name === "Lead") return notForMessaging;
  return options.isStrict ? checkStrictly(event, user, custom, at, options) : null;
}

/** The rules that Meta documents and was not seen to enforce. */
function checkStrictly(
  event: Fields,
  user: Fields,
  custom: Fields,
  at: string,
  { nowMs }: CheckOptions,
): Refusal | null {
  const rules: [isBroken: boolean, message: string][] = [
    [!ACTION_SOURCES.has(String(event.action_source)), `param ${at}['action_source'] is missing or unknown.`],
    [
      event.action_source === "website" && !/^https?:\/\//.test(String(event.event_source_url)),
      `param ${at}['event_source_url'] is required for website events.`,
    ],
    [
      event.action_source === "website" && !isText(user.client_user_agent),
      `param ${at}['user_data']['client_user_agent'] is required for website events.`,
    ],
    [Number(event.event_time) > nowMs / 1000 + 60, `param ${at}['event_time'] is in the future.`],
    [
      isNumeric(custom.value) && !isText(custom.currency),
      `param ${at}['custom_data']['currency'] is required with a value.`,
    ],
    [
      isNumeric(custom.value) && Number(custom.value) <= 0,
      `param ${at}['custom_data']['value'] must be positive.`,
    ],
  ];
  const broken = rules.find(([isBroken]) => isBroken);
  return broken ? invalidParameter(broken[1]) : null;
}

/** What Meta warns of and takes all the same. */
export function findWarnings(data: unknown[]): string[] {
  return data.flatMap((event, index) => {
    const user = isFields(event) && isFields(event.user_data) ? event.user_data : {};
    const isOdd = toValues(user.fbc).some((value) => !/^fb\.[0-2]\.\d{13}\.\S+$/.test(String(value)));
    const isPrivate = toAddresses(user).some((address) => isPlainIp(address) && !isPublicIp(address));
    return [
      ...(isOdd ? [`data[${index}]: the value of fbc is not in the expected format.`] : []),
      ...(isPrivate ? [`data[${index}]: client_ip_address is not an address on the internet.`] : []),
    ];
  });
}

/** The visitor's address, without the suffix of Meta's Parameter Builder. */
const toAddresses = (user: Fields) =>
  toValues(user.client_ip_address).map((value) =>
    String(value).replace(/\.([A-Za-z0-9_-]{8}|AQ|Ag|Aw|BA|BQ|Bg)$/, ""),
  );

const isHash = (value: unknown) => typeof value === "string" && HASH.test(value);
