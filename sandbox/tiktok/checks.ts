import { type Fields, isFields, isNumeric, isText } from "../fields.ts";
import { hashedField, unhashedField } from "../hashes.ts";
import { isCurrency, isInSeconds, isPlainIp, isWebAddress } from "../values.ts";

/** One of TikTok's refusals. Its HTTP status is 200 all the same. */
export type Refusal = { code: number; message: string };

const BATCH_MAX = 1000;
const DAY = 24 * 60 * 60;
/** How old an event may be, in seconds. */
const WINDOWS: Record<string, number> = { web: 7 * DAY, app: 7 * DAY, offline: 28 * DAY, crm: 28 * DAY };
const SOURCES = new Set(["web", "app", "offline", "crm"]);
const MUST_BE_HASHED = ["email", "phone", "external_id", "first_name", "last_name", "zip_code"];
const NEVER_HASHED = ["city", "state", "country", "ip", "user_agent", "ttclid", "ttp"];
const IDENTIFIERS = ["email", "phone", "external_id", "ttclid", "ttp", "ip"];

const wrong = (message: string): Refusal => ({ code: 40002, message });
const missing = (field: string) => wrong(`Missing required field(s): ${field}`);
const notText = (field: string) => wrong(`Invalid value for ${field}: not a valid string.`);

/** What is read before the pixel's rights are looked up. */
export function checkEnvelope(body: unknown): Refusal | null {
  if (!isFields(body)) return wrong("Invalid request body: not a JSON object.");
  const absent = ["event_source", "event_source_id", "data"].filter((name) => body[name] === undefined);
  if (absent.length > 0) return missing(absent.join(", "));
  if (!SOURCES.has(String(body.event_source))) return wrong("Invalid value for event_source.");
  if (!isText(body.event_source_id)) return notText("event_source_id");
  if (body.test_event_code !== undefined && !isText(body.test_event_code)) return notText("test_event_code");
  return null;
}

type Options = { nowMs: number; isStrict: boolean };

/** The first fault of a batch: one bad event refuses them all. */
export function checkEvents(body: Fields, options: Options): Refusal | null {
  const { data, event_source } = body;
  if (!Array.isArray(data) || data.length === 0 || data.length > BATCH_MAX) {
    return wrong(`Invalid value for data: a list of 1 to ${BATCH_MAX} events.`);
  }
  for (const event of data) {
    const refusal = isFields(event) ? checkEvent(event, String(event_source), options) : notText("data");
    if (refusal) return refusal;
  }
  return null;
}

function checkEvent(event: Fields, source: string, { nowMs, isStrict }: Options): Refusal | null {
  const { event_id, event_time, page, user, properties } = event;
  if (event.event === undefined) return missing("event");
  if (!isText(event.event)) return notText("event");
  if (event_time === undefined) return missing("event_time");
  if (typeof event_time !== "number" || !Number.isInteger(event_time))
    return wrong("Invalid value for event_time: not a valid integer.");
  if (!isInSeconds(event_time)) return wrong("Invalid value for event_time: not in seconds.");
  if (event_time < nowMs / 1000 - (WINDOWS[source] ?? 0))
    return wrong("Invalid value for event_time: too old.");
  if (event_id !== undefined && !isText(event_id)) return notText("event_id");
  const url = isFields(page) ? page.url : undefined;
  if (source === "web" && !isText(url)) return missing("page.url");
  if (url !== undefined && !isWebAddress(url)) return wrong("Invalid value for page.url: not a valid URL.");
  if (!isFields(user)) return missing("user");
  const plain = unhashedField(user, MUST_BE_HASHED);
  if (plain) return wrong(`Invalid value for user.${plain}: not a SHA-256 hash.`);
  const hashed = hashedField(user, NEVER_HASHED);
  if (hashed) return wrong(`Invalid value for user.${hashed}: must not be hashed.`);
  if (user.ip !== undefined && !isPlainIp(user.ip)) return wrong("Invalid value for user.ip.");
  const money = isFields(properties) ? properties : {};
  if (money.value !== undefined && !isNumeric(money.value))
    return wrong("Invalid value for properties.value.");
  if (money.currency !== undefined && !isCurrency(money.currency))
    return wrong("Invalid value for properties.currency: not an ISO 4217 code.");
  // TikTok takes such an event and can match it to nobody.
  if (isStrict && !IDENTIFIERS.some((name) => user[name] !== undefined)) return missing("user");
  return null;
}
