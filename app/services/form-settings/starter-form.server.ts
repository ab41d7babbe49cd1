import { type ConversionAction, optInNouns } from "#app/lib/domain.ts";
import { parsePhone } from "#app/lib/read-phone.ts";
import { findZoneCountries } from "#app/lib/zone-countries.ts";

/** What a new form says until its owner changes it. */
export function starterTexts(ownerName: string, action: ConversionAction = "deposit") {
  const noun = optInNouns[action].toLowerCase();
  return {
    title: `Confirm your ${noun}`,
    introduction: `${ownerName} checks each ${noun} with the broker. This form takes half a minute.`,
    consentText: `I agree that ${ownerName} stores what I enter here, checks it with the broker and shares the confirmed ${noun} with the ad platforms it advertises on. I can withdraw at any time.`,
  };
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
