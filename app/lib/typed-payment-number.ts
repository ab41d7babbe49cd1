/** A number that pays: no account number at a broker, and nothing that a form asks for. */
type PaymentNumber = "card" | "iban";

/** By issuer: the digits that a number begins with, and all of them. ISO/IEC 7812. */
const CARDS: readonly RegExp[] = [
  // Visa, American Express and Diners Club.
  /^4(?:\d{15}|\d{18})$/,
  /^3[47]\d{13}$/,
  /^3(?:0[0-5]|[68]\d)\d{11}$/,
  // Mastercard and Maestro.
  /^(?:5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}$/,
  /^(?:5018|5020|5038|5893|6304|6759|676[1-3])\d{12,15}$/,
  // Discover, JCB and UnionPay.
  /^(?:6011|64[4-9]\d|65\d{2})\d{12}$/,
  /^35(?:2[89]|[3-8]\d)\d{12}$/,
  /^62\d{14,17}$/,
  // Mir, Troy and RuPay.
  /^220[0-4]\d{12}$/,
  /^9792\d{12}$/,
  /^(?:508[5-9]|60\d{2}|8[12]\d{2})\d{12}$/,
];

/** How many characters an IBAN has, by country: the registry of ISO 13616. */
const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  `15 NO,16 BE,18 DK FI FK FO GL NL SD,19 MK SI,20 AT BA EE KZ LT LU MN XK,21 CH CR HR LI LV,
   22 BG BH DE GB GE IE ME RS VA,23 AE GI IL IQ OM SO TL,24 AD CZ ES MD PK RO SA SE SK TN VG,25 LY PT ST,
   26 IS TR,27 BI DJ FR GR IT MC MR SM,28 AL AZ BY CY DO GT HN HU LB NI PL SV,29 BR EG PS QA UA,30 JO KW MU YE,
   31 MT SC,32 LC,33 RU`
    .split(/,\s*/)
    .flatMap((line) => {
      const [length, ...countries] = line.trim().split(" ");
      return countries.map((country) => [country, Number(length)]);
    }),
);

const IBAN = /^[A-Z]{2}\d{2}[A-Z\d]+$/;

/** Without the blanks and hyphens that people write between its groups. */
const joinGroups = (text: string) => text.replace(/[\s-]/g, "").toUpperCase();

/** What the number looks like, whether or not its check digits are right. */
function shapeOf(number: string): PaymentNumber | null {
  if (CARDS.some((card) => card.test(number))) return "card";
  return IBAN.test(number) && IBAN_LENGTHS[number.slice(0, 2)] === number.length ? "iban" : null;
}

/** The sum of ISO/IEC 7812-1, by Luhn. */
function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The remainder of ISO 13616: letters are numbers from 10 to 35. */
function isRightIban(iban: string): boolean {
  const moved = iban.slice(4) + iban.slice(0, 4);
  let remainder = 0;
  for (const character of moved)
    for (const digit of String(Number.parseInt(character, 36)))
      remainder = (remainder * 10 + Number(digit)) % 97;
  return remainder === 1;
}

/** Whether a text is the number of a card or an IBAN; null for any other. */
export function findPaymentNumber(text: string): PaymentNumber | null {
  const number = joinGroups(text);
  const shape = shapeOf(number);
  if (shape === null) return null;
  return (shape === "card" ? isLuhn(number) : isRightIban(number)) ? shape : null;
}

/** Whether an example has the shape of such a number: then a broker's account numbers may look like one. */
export const looksLikePayment = (example: string | null, number: PaymentNumber): boolean =>
  example !== null && shapeOf(joinGroups(example)) === number;
