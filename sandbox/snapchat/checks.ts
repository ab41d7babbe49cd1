import { type Fields, isFields, isNumeric, isText, toValues } from "../fields.ts";
import { unhashedField } from "../hashes.ts";
import { isCurrency, isInSeconds, isPlainIp, isWebAddress } from "../values.ts";

/** Why an event is refused. The texts of Snapchat's own codes are not known: these are the sandbox's. */
export type Refusal = { index: number; code: string; message: string };

const BATCH_MAX = 2000;
const DAY_MS = 24 * 60 * 60 * 1000;
const WINDOW_MS = 37 * DAY_MS;
const FUTURE_MS = 60_000;
const MUST_BE_HASHED = ["em", "ph", "fn", "ln", "ct", "st", "zp", "country", "ge", "db", "external_id"];
const EVENT_NAMES =
  /^(PURCHASE|SAVE|START_CHECKOUT|ADD_CART|VIEW_CONTENT|ADD_BILLING|SIGN_UP|SEARCH|PAGE_VIEW|SUBSCRIBE|AD_CLICK|AD_VIEW|COMPLETE_TUTORIAL|LEVEL_COMPLETE|INVITE|LOGIN|SHARE|RESERVE|ACHIEVEMENT_UNLOCKED|ADD_TO_WISHLIST|SPENT_CREDITS|RATE|START_TRIAL|LIST_VIEW|APP_INSTALL|APP_OPEN|CUSTOM_EVENT_[1-5])$/;
const WEB = /^(web|website)$/i;
const SOURCES = /^(web|website|mobile_app|app|offline)$/i;

type Options = { nowMs: number; isStrict: boolean };

/** The first bad event of a batch: all of it is refused. */
export function checkBatch(data: unknown, options: Options): Refusal | null {
  if (!Array.isArray(data) || data.length === 0 || data.length > BATCH_MAX) {
    return { index: 0, code: "INVALID_DATA", message: `data must hold 1 to ${BATCH_MAX} events.` };
  }
  for (const [index, event] of data.entries()) {
    const broken = isFields(event) ? checkEvent(event, options) : "an event must be an object";
    if (broken) return { index, code: "INVALID_EVENT", message: `${broken}.` };
  }
  return null;
}

function checkEvent(event: Fields, { nowMs, isStrict }: Options): string | null {
  const { event_name, event_time, action_source, event_source_url, event_id } = event;
  const source = String(action_source);
  const user = isFields(event.user_data) ? event.user_data : null;
  const custom = isFields(event.custom_data) ? event.custom_data : {};
  if (!EVENT_NAMES.test(String(event_name))) return "event_name is not one of Snapchat's events";
  if (typeof event_time !== "number" || !Number.isInteger(event_time)) return "event_time must be an integer";
  // Seconds or milliseconds, by size.
  const ageMs = nowMs - (isInSeconds(event_time) ? event_time * 1000 : event_time);
  if (ageMs > WINDOW_MS) return "event_time is more than 37 days ago";
  if (isStrict && ageMs < -FUTURE_MS) return "event_time is in the future";
  if (!SOURCES.test(source)) return "action_source is missing or unknown";
  if (WEB.test(source) && !isWebAddress(event_source_url))
    return "event_source_url must be an http or https URL for web events";
  if (event_id !== undefined && !isText(event_id)) return "event_id must be text";
  if (!user) return "user_data is required";
  const plain = unhashedField(user, MUST_BE_HASHED);
  if (plain) return `user_data.${plain} must be a SHA-256 hash`;
  const ip = user.client_ip_address;
  if (ip !== undefined && !isPlainIp(ip)) return "user_data.client_ip_address must be a plain IP address";
  if (!isIdentified(user)) return "user_data says too little about the person";
  if (event_name === "PURCHASE" && !(isNumeric(custom.value) && isText(custom.currency)))
    return "custom_data.value and custom_data.currency are required for PURCHASE";
  if (isText(custom.currency) && !isCurrency(custom.currency))
    return "custom_data.currency must be an ISO 4217 code";
  return null;
}

function isIdentified(user: Fields): boolean {
  const has = (name: string) => toValues(user[name]).length > 0;
  return has("em") || has("ph") || has("madid") || (has("client_ip_address") && has("client_user_agent"));
}
