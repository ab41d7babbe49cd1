import type { BuiltEvent } from "#app/services/ad-platforms/ad-platform.ts";

/** Words that say something about a person's finances; the plain words of a deposit or purchase do not. */
const WORDS =
  /(?<![a-z])(account (?:number|no|balance)|balance|bankrupt\w*|credit (?:card|score)|debts?|iban|income|loans?|mortgages?|net worth|salary|savings)(?![a-z])/i;
const IBAN = /(?<![a-z0-9])[a-z]{2}\d{2}[a-z0-9]{11,30}(?![a-z0-9])/i;
/** An account or card number: 8 to 16 digits that are no date. Ids of ads and campaigns are longer. */
const NUMBER = /(?<!\d)(?!20\d{6}(?!\d))\d{8,16}(?!\d)/;

/** The financial detail that a name or an address of an event carries; null if it carries none. */
export function findFinancialDetails(text: string, brokerNames: readonly string[]): string | null {
  const plain = decoded(text).replace(/[-_./?=&+:]+/g, " ");
  const words = splitWords(plain);
  const word = WORDS.exec(words)?.[1];
  if (word) return `the word “${word}”`;
  if (IBAN.test(plain)) return "what looks like an IBAN";
  if (NUMBER.test(plain)) return "what looks like an account number";
  const broker = brokerNames.find((name) => holdsName(plain, name) || holdsName(words, name));
  return broker ? `the broker’s name ${broker}` : null;
}

/** "CreditCardLoan" as "Credit Card Loan". */
const splitWords = (text: string) => text.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ");

const holdsName = (text: string, name: string) => {
  const words = (given: string) =>
    ` ${given
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim()} `;
  const [held, wanted] = [words(text), words(name)];
  const asOneWord = ` ${wanted.replaceAll(" ", "")} `;
  return name.trim().length > 2 && (held.includes(wanted) || held.includes(asOneWord));
};

/** All texts of an event except those about the person and the ids. */
function publicTexts(value: unknown, key = ""): string[] {
  if (typeof value === "string") return /(^|_)id$|ids$|^user|^currency$/i.test(key) ? [] : [value];
  if (typeof value !== "object" || value === null || /^user/.test(key)) return [];
  return Object.entries(value).flatMap(([name, inner]) => publicTexts(inner, name));
}

/** A warning about an event that a platform with restrictions on financial data might drop; null without. */
export function warnOfFinancialDetails(
  { body }: Pick<BuiltEvent, "body">,
  brokerNames: readonly string[],
  platformName: string,
): string | null {
  for (const text of publicTexts(body)) {
    const found = findFinancialDetails(text, brokerNames);
    if (found)
      return `“${text}” holds ${found}. ${platformName} restricts financial details and may drop the event. Choose another address or event name.`;
  }
  return null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
