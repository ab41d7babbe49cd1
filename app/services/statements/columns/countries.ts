const LANGUAGES = ["en", "de", "es", "pt", "fr", "it", "pl", "ru", "ar", "zh"];

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
const CODES = letters.flatMap((first) => letters.map((second) => first + second)).filter(isRegion);

const byName = new Map<string, string>(
  LANGUAGES.flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: "region" });
    return CODES.map((code) => [(names.of(code) ?? code).toLowerCase(), code] as const);
  }),
);

function isRegion(code: string): boolean {
  const name = new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(code);
  return name !== undefined && code !== "ZZ";
}

/** The ISO 3166 code of a country's code or name, in the languages of the headings. */
export function readCountry(text: string): string | null {
  const code = text.trim().toUpperCase();
  if (code.length === 2) return CODES.includes(code) ? code : null;
  return byName.get(text.trim().toLowerCase()) ?? null;
}
