import type { BuiltEvent, Conversion } from "#app/services/ad-platforms/ad-platform.ts";
import { urlWithoutSecrets } from "#app/services/ad-platforms/event-urls.ts";
import { toCountryCode } from "#app/services/ad-platforms/shared/countries.ts";
import {
  CLICK_ID,
  confirmedSeconds,
  isoCurrency,
  matching,
  plainIp,
  plainValue,
  present,
  printable,
  readFields,
} from "#app/services/ad-platforms/shared/event-fields.ts";
import { hashText, normalizeEmail, normalizePhone } from "#app/services/ad-platforms/shared/identifiers.ts";

/** @throws {Error} when the event has no id or no time */
export function buildPinboardEvent(conversion: Conversion, now: Date): BuiltEvent {
  const { clickIds, cookies, country, eventId, eventName } = conversion;
  const eventTime = confirmedSeconds(conversion, now);
  const { omittedFields, usable } = readFields();
  const hashed = (name: string, given: string | null, normalize: (text: string) => string | null) => {
    const hash = usable(name, given, hashText(given, normalize));
    return hash === undefined ? undefined : [hash];
  };
  const user = {
    em: hashed("em", conversion.email, normalizeEmail),
    ph: hashed("ph", conversion.phone, (text) => normalizePhone(text, country)),
    country: hashed("country", country, toCountryCode),
    external_id: hashed("external_id", conversion.externalId, (text) => text.normalize("NFC")),
    client_ip_address: usable("client_ip_address", conversion.ip, plainIp(conversion.ip)),
    client_user_agent: usable("client_user_agent", conversion.userAgent, printable(conversion.userAgent)),
    click_id: usable("click_id", clickIds.epik, matching(clickIds.epik, CLICK_ID)),
    browser_id: usable("browser_id", cookies.epikCookie, matching(cookies.epikCookie, CLICK_ID)),
  };
  const currency = usable("currency", conversion.currency, isoCurrency(conversion.currency));
  const value = currency && plainValue(conversion.amount);
  if (!value && conversion.amount?.trim()) omittedFields.push("value");
  const body = {
    event_name: eventName ?? (conversion.action ? "checkout" : "lead"),
    event_time: eventTime,
    action_source: "web",
    event_id: eventId,
    event_source_url: usable("event_source_url", conversion.pageUrl, urlWithoutSecrets(conversion.pageUrl)),
    user_data: present(user),
    custom_data: { ...(value && { value: String(value), currency }), order_id: eventId },
  };
  return { body: present(body), omittedFields };
}

/** An email address, a phone number or a click. */
export function isMatchable({ body }: BuiltEvent): boolean {
  const { em, ph, click_id } = body.user_data as Record<string, unknown>;
  return (em ?? ph ?? click_id) !== undefined;
}
