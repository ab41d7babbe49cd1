import { languageRegions } from "./language-regions.ts";
import { findZoneCountries } from "./zone-countries.ts";

/** The currencies of regions where most people are; elsewhere there is no guess. ISO 3166 and ISO 4217. */
const REGIONS: Record<string, string> = {
  EUR: "AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK AD MC ME SM VA XK",
  USD: "US PR EC SV",
  GBP: "GB GG IM JE",
  CHF: "CH LI",
  ...Object.fromEntries(
    "AED:AE ARS:AR AUD:AU BGN:BG BRL:BR CAD:CA CLP:CL CNY:CN COP:CO CZK:CZ DKK:DK EGP:EG HKD:HK HUF:HU IDR:ID ILS:IL INR:IN ISK:IS JPY:JP KES:KE KRW:KR KWD:KW MAD:MA MXN:MX MYR:MY NGN:NG NOK:NO NZD:NZ PEN:PE PHP:PH PKR:PK PLN:PL QAR:QA RON:RO RSD:RS SAR:SA SEK:SE SGD:SG THB:TH TND:TN TRY:TR TWD:TW UAH:UA UYU:UY VND:VN ZAR:ZA"
      .split(" ")
      .map((pair) => pair.split(":") as [string, string]),
  ),
};

const currencies = new Map(
  Object.entries(REGIONS).flatMap(([currency, regions]) =>
    regions.split(" ").map((region) => [region, currency] as const),
  ),
);

/** The currency of a country where most people are; undefined elsewhere. */
export const countryCurrency = (country: string): string | undefined => currencies.get(country);

/** The currency of a browser's country: by its time zone, otherwise by the region of a language. */
export function localCurrency({
  timeZone,
  languages,
}: {
  timeZone: string | undefined;
  /** As in `Accept-Language`. */
  languages: string | null;
}): string | undefined {
  const region =
    timeZone === undefined ? undefined : findZoneCountries(timeZone).find((key) => currencies.has(key));
  return [region, ...languageRegions(languages)]
    .map((key) => currencies.get(key ?? ""))
    .find((currency) => currency !== undefined);
}
