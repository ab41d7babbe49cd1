import type { ConversionAction } from "#app/lib/domain.ts";
import { FIRST_LANGUAGE, type Language } from "#app/lib/languages.ts";
import { parsePhone } from "#app/lib/read-phone.ts";
import { findZoneCountries } from "#app/lib/zone-countries.ts";
import { textsIn } from "#app/schemas/languages/index.ts";

/** What a new form says until its owner changes it. */
export function starterTexts(
  ownerName: string,
  action: ConversionAction = "deposit",
  language: Language = FIRST_LANGUAGE,
) {
  const { title, introduction, consent } = textsIn(language).actions[action];
  return { title, introduction: introduction(ownerName), consentText: consent(ownerName) };
}

/** The owner's country: by the phone number, otherwise by the time zone. */
export function findCountry({
  phoneNumber,
  timeZone,
}: {
  phoneNumber: string | null;
  timeZone: string;
}): string | null {
  const byPhone = phoneNumber === null ? null : (parsePhone(phoneNumber)?.country ?? null);
  return byPhone ?? findZoneCountries(timeZone)[0] ?? null;
}
