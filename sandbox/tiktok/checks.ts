import { type Fields, isFields, isNumeric, isText } from "../fields.ts";
import { unhashedField } from "../hashes.ts";

/** One of TikTok's refusals. Its HTTP status is 200 all the same. */
export type Refusal = { code: number; message: string };

const BATCH_MAX = 1000;
const SOURCES = new Set(["web", "app", "offline", "crm"]);
const MUST_BE_HASHED = ["email", "phone", "external_id", "first_name", "last_name", "zip_code"];
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

/** The first fault of a batch: one bad event refuses them all. */
export function checkEvents(body: Fields, isStrict: boolean): Refusal | null {
  const { data, event_source } = body;
  if (!Array.isArray(data) || data.length === 0 || data.length > BATCH_MAX) {
    return wrong(`Invalid value for data: a list of 1 to ${BATCH_MAX} events.`);
  }
  for (const event of data) {
    const refusal = isFields(event) ? checkEvent(event, event_source, isStrict) : notText("data");
    if (refusal) return refusal;
  }
  return null;
}

function checkEvent(event: Fields, source: unknown, isStrict: boolean): Refusal | null {
  const { event_id, event_time, page, user, properties } = event;
  if (event.event === undefined) return missing("event");
  if (!isText(event.event)) return notText("event");
  if (event_time === undefined) return missing("event_time");
  if (!Number.isInteger(event_time)) return wrong("Invalid value for event_time: not a valid integer.");
  if (event_id !== undefined && !isText(event_id)) return notText("event_id");
  if (source === "web" && !isText(isFields(page) ? page.url : null)) return missing("page.url");
  const person = isFields(user) ? user : {};
  const plain = unhashedField(person, MUST_BE_HASHED);
  if (plain) return wrong(`Invalid value for user.${plain}: not a SHA-256 hash.`);
  const money = isFields(properties) ? properties : {};
  if (money.value !== undefined && !isNumeric(money.value))
    return wrong("Invalid value for properties.value.");
  // TikTok takes such an event and can match it to nobody.
  if (isStrict && !IDENTIFIERS.some((name) => person[name] !== undefined)) return missing("user");
  return null;
}
