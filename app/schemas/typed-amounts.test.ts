import { expect, test } from "vitest";
import { messages } from "#app/schemas/messages/index.ts";
import { OptInBody, OptInInput, withCall } from "./opt-in.ts";

/**
 * Amounts as people type them beside a chosen currency, and what they mean there. `- amountShape` names the
 * message of what is refused. One a line, after a vertical bar.
 */
const TYPED: Record<string, string> = {
  EUR: `
    250 | 250 EUR
    250.00 | 250 EUR
    250,00 | 250 EUR
    250,5 | 250.5 EUR
    1.250,50 | 1250.5 EUR
    1 250,50 | 1250.5 EUR
    1\u00a0250,50 | 1250.5 EUR
    1\u202f250,50 | 1250.5 EUR
    1\u2009250,50 | 1250.5 EUR
    1.250.000 | 1250000 EUR
    1,250.50 | 1250.5 EUR
    1,250 | 1250 EUR
    1.250 | - amountDigits
    1.250,505 | - amountDigits
    250 € | 250 EUR
    250€ | 250 EUR
    €250 | 250 EUR
    € 1.250,50 | 1250.5 EUR
    1 250,50 € | 1250.5 EUR
    12€50 | 12.5 EUR
    1 250€50 | 1250.5 EUR
    250 EUR | 250 EUR
    EUR 250 | 250 EUR
    250 eur. | 250 EUR
    250 euros | 250 EUR
    250 Euro | 250 EUR
    250 € EUR | 250 EUR
    250,- | 250 EUR
    250,– | 250 EUR
    250,-- | 250 EUR
    250,— € | 250 EUR
    € 250,- | 250 EUR
    1.250,- | 1250 EUR
    1.250,- € | 1250 EUR
    € 1.250,– | 1250 EUR
    2 mil | 2000 EUR
    1,5 mil euros | 1500 EUR
    250k | 250000 EUR
    2.5k € | 2500 EUR
    1.250k | - amountShape
    250 USD | 250 USD
    US$ 250 | 250 USD
    $250 | ? currencyRequired
    250 $ | ? currencyRequired
    250 dólares | ? currencyRequired
    250 kr | ? currencyRequired
    ¥250 | ? currencyRequired
    £250 | 250 GBP
    250 лв. | 250 BGN
    250 ευρώ | 250 EUR
    250 евро | 250 EUR
    250,50,00 | - amountShape
    1.25.00 | - amountShape
    250- | - amountShape
    -250 | - amountShape
    −250 € | - amountShape
    0 | - amountShape
    0,00 € | - amountShape
    a lot | - amountShape
    250 bananas | - amountShape
    250 or 300 | - amountShape
    250 USD EUR | - amountShape
    0.5 BTC | - amountInCoin
    0,00012345 btc | - amountInCoin
    ₿ 0.5 | - amountInCoin
    0,5 ETH | - amountInCoin
    250 USDT | 250 USDT
    \u200b250,50\u200e | 250.5 EUR
    1´250 | 1250 EUR
    R250 | ? currencyRequired
    Q 250 | ? currencyRequired
    R 84123 | - amountShape
    ID 84123 | - amountShape
    ID8412 | - amountShape
    KD 250 | 250 KWD
    KD 84123 | ? currencyRequired
    Rp 84123 | 84123 IDR
    1e3 | - amountShape
    250² | - amountShape
    2 5 0 | - amountShape`,
  CHF: `
    1'250 | 1250 CHF
    1’250.50 | 1250.5 CHF
    CHF 1'250.- | 1250 CHF
    1'250.– | 1250 CHF
    Fr. 250.- | 250 CHF
    250.- | 250 CHF
    SFr. 1'250.50 | 1250.5 CHF
    1\`250 | 1250 CHF
    250 Franken | 250 CHF`,
  PLN: `
    250 zł | 250 PLN
    250zł | 250 PLN
    250 zl | 250 PLN
    1 250,50 zł | 1250.5 PLN
    1.250,50 zł | 1250.5 PLN
    250,- zł | 250 PLN
    250 złotych | 250 PLN
    2 tys. zł | 2000 PLN
    250 PLN | 250 PLN`,
  CZK: `
    1 250 Kč | 1250 CZK
    1.250,- Kč | 1250 CZK
    250,50 Kč | 250.5 CZK
    Kč 250 | 250 CZK`,
  HUF: `
    25 000 Ft | 25000 HUF
    25.000 Ft | 25000 HUF
    25.000 | 25000 HUF
    25.000,- Ft | 25000 HUF`,
  RON: `
    250 lei | 250 RON
    1.250,50 lei | 1250.5 RON
    250 RON | 250 RON`,
  MDL: "250 lei | 250 MDL",
  SEK: `
    1 250 kr | 1250 SEK
    1 250:- | 1250 SEK
    250:- | 250 SEK
    250,50 kr | 250.5 SEK
    250 kronor | 250 SEK`,
  NOK: `
    kr 250,- | 250 NOK
    kr. 1 250,50 | 1250.5 NOK`,
  DKK: `
    250 kr. | 250 DKK
    1.250,00 kr. | 1250 DKK`,
  TRY: `
    250 TL | 250 TRY
    ₺1.250,50 | 1250.5 TRY
    1.250,50 ₺ | 1250.5 TRY
    10 bin TL | 10000 TRY`,
  RUB: `
    1 250 руб. | 1250 RUB
    1250,50 ₽ | 1250.5 RUB
    250 р. | 250 RUB
    10 тыс. руб. | 10000 RUB`,
  UAH: `
    1 250 грн | 1250 UAH
    250 грн. | 250 UAH
    ₴250 | 250 UAH`,
  GBP: `
    £1,250.50 | 1250.5 GBP
    £ 250 | 250 GBP
    250 pounds | 250 GBP
    250.50 GBP | 250.5 GBP`,
  USD: `
    $1,250.50 | 1250.5 USD
    $ 250 | 250 USD
    250$ | 250 USD
    250 $ | 250 USD
    $250 USD | 250 USD
    USD $250 | 250 USD
    U$S 250 | 250 USD
    250 US dollars | 250 USD
    250 dollars | 250 USD
    $250 MXN | 250 MXN
    Gs 250000 | ? currencyRequired
    RM 25000 | ? currencyRequired
    Rs 25000 | ? currencyRequired
    C$250 | ? currencyRequired
    A$ 250 | 250 AUD
    ＄250 | 250 USD
    €250 | 250 EUR`,
  CAD: `
    $1,250.50 | 1250.5 CAD
    1 250,50 $ | 1250.5 CAD
    C$ 250 | 250 CAD
    $250 CAD | 250 CAD`,
  MXN: `
    $1,250.50 | 1250.5 MXN
    $1,250.50 M.N. | 1250.5 MXN
    1,250 pesos | 1250 MXN
    MX$250 | 250 MXN`,
  BRL: `
    R$ 1.250,50 | 1250.5 BRL
    R$250 | 250 BRL
    R$ 250,00 | 250 BRL
    1.250,50 reais | 1250.5 BRL
    2 mil reais | 2000 BRL
    250 BRL | 250 BRL`,
  ARS: `
    $ 1.250,50 | 1250.5 ARS
    $25.000,- | 25000 ARS
    AR$ 250 | 250 ARS`,
  CLP: `
    $250.000 | 250000 CLP
    250.000 | 250000 CLP
    $ 1.250.000 | 1250000 CLP
    CLP$ 250.000 | 250000 CLP
    250.000,50 | - amountDigits`,
  COP: `
    $ 250.000 | 250000 COP
    250.000 pesos | 250000 COP
    COP 1.250.000,50 | 1250000.5 COP
    250 mil | 250000 COP`,
  PEN: `
    S/ 250.50 | 250.5 PEN
    S/. 1,250.50 | 1250.5 PEN
    250 soles | 250 PEN`,
  INR: `
    ₹1,50,000 | 150000 INR
    ₹ 1,50,000.50 | 150000.5 INR
    1,50,000/- | 150000 INR
    Rs. 1,250/- | 1250 INR
    Rs 250 | 250 INR
    250 rupees | 250 INR
    ₹१,५०,००० | 150000 INR
    १२५० रुपये | 1250 INR
    1.5 lakh | 150000 INR
    2 लाख | 200000 INR
    12,34,56,789 | 123456789 INR
    1,5,000 | - amountShape`,
  PKR: `
    Rs. 25,000/- | 25000 PKR
    Rs 25,000 | 25000 PKR
    ۲۵۰۰۰ روپے | 25000 PKR`,
  BDT: `
    ৳১,২৫০ | 1250 BDT
    1,50,000 Tk | 150000 BDT`,
  IDR: `
    Rp 1.250.000 | 1250000 IDR
    Rp1.250.000,00 | 1250000 IDR
    Rp 250.000,- | 250000 IDR
    Rp. 250.000 | 250000 IDR
    250.000 | 250000 IDR
    250,000 | 250000 IDR
    250rb | 250000 IDR
    250 ribu | 250000 IDR
    1,5jt | 1500000 IDR
    1.5 juta | 1500000 IDR`,
  VND: `
    1.250.000 đ | 1250000 VND
    1.250.000đ | 1250000 VND
    1.250.000 ₫ | 1250000 VND
    1,250,000 VND | 1250000 VND
    250.000 VNĐ | 250000 VND
    250.000 | 250000 VND
    250k | 250000 VND
    2 triệu | 2000000 VND
    250 nghìn đồng | 250000 VND
    250,5 | - amountDigits`,
  THB: `
    ฿1,250.50 | 1250.5 THB
    ๑,๒๕๐ บาท | 1250 THB
    1,250 baht | 1250 THB
    1,250.- | 1250 THB`,
  MYR: "RM1,250.50 | 1250.5 MYR",
  PHP: `
    ₱1,250.50 | 1250.5 PHP
    P250 | 250 PHP
    250 pesos | 250 PHP`,
  JPY: `
    ￥１，２５０ | 1250 JPY
    １２５０円 | 1250 JPY
    ¥1,250 | 1250 JPY
    1,250円 | 1250 JPY
    25万円 | 250000 JPY
    1.250 | 1250 JPY
    1250.50 | - amountDigits`,
  CNY: `
    ¥1,250.50 | 1250.5 CNY
    1250元 | 1250 CNY
    RMB 250 | 250 CNY
    2.5万 | 25000 CNY`,
  KRW: `
    ₩250,000 | 250000 KRW
    250,000원 | 250000 KRW
    25만원 | 250000 KRW`,
  AED: `
    د.إ 250 | 250 AED
    ١٬٢٥٠٫٥٠ د.إ | 1250.5 AED
    \u200f١٬٢٥٠٫٥٠ د.إ.\u200f | 1250.5 AED
    ٢٥٠ درهم | 250 AED
    ١٢٥٠٫٥ | 1250.5 AED
    ٢٥٠ | 250 AED
    AED 1,250.50 | 1250.5 AED
    Dhs. 250 | 250 AED
    AED 250/- | 250 AED
    250 DH | 250 AED`,
  SAR: `
    ٢٥٠ ر.س | 250 SAR
    250 SR | 250 SAR
    ٢٥٠ ريال | 250 SAR
    ١،٢٥٠ ريال | 1250 SAR`,
  EGP: `
    ٢٥٠ جنيه | 250 EGP
    250 ج.م | 250 EGP
    250 LE | 250 EGP
    £250 | 250 EGP`,
  MAD: `
    250 DH | 250 MAD
    1 250,50 dhs | 1250.5 MAD`,
  KWD: `
    1.250 | 1.25 KWD
    12.5 KD | 12.5 KWD
    ١٢٫٥٠٠ د.ك | 12.5 KWD`,
  TND: `
    12,500 | ! 12.5 TND
    1 250,500 DT | 1250.5 TND
    12.500 د.ت | 12.5 TND`,
  IRR: "۲۵۰٬۰۰۰ ریال | 250000 IRR",
  ILS: `
    ₪250 | 250 ILS
    250 ש"ח | 250 ILS`,
  NGN: "₦250,000 | 250000 NGN",
  KES: `
    KSh 1,250/= | 1250 KES
    Ksh. 5,000/- | 5000 KES`,
  ZAR: `
    R250 | 250 ZAR
    R 1 250,50 | 1250.5 ZAR
    R84123 | 84123 ZAR`,
  IQD: "ID 84123 | 84123 IQD",
  XOF: `
    25 000 F CFA | 25000 XOF
    25.000 FCFA | 25000 XOF`,
  XAF: "25 000 FCFA | 25000 XAF",
};

const cases = Object.entries(TYPED).flatMap(([chosen, lines]) =>
  lines
    .trim()
    .split("\n")
    .map((line) => line.trim().split(" | ") as [typed: string, expected: string])
    .map(([typed, expected]) => ({ chosen, typed, expected })),
);

const sentences = Object.entries(messages.fields);
const person = { email: "maria@example.com", phone: "+34600555123", platform: "halden", consent: true };
/** Of no country, so that nothing but the amount tells what it means. */
const NOWHERE = { phone: "+80012345678" };

type Sent = Record<string, unknown>;

/** What was typed in a browser is read as `!` before an amount that is asked about. */
function readTyped(sent: Sent, acceptLanguage: string | null = null): string {
  const call = { languages: () => [], typedIn: { acceptLanguage } };
  return describe(OptInInput.safeParse(withCall({ ...person, ...sent }, call)));
}

const readSent = (sent: Sent): string => describe(OptInBody.safeParse({ ...person, ...sent }));

function describe({ success, data, error }: ReturnType<typeof OptInBody.safeParse>): string {
  if (success) return `${data.isAmountDoubtful ? "! " : ""}${Number(data.amount)} ${data.currency}`;
  const [issue] = error.issues;
  const name = sentences.find(([, sentence]) => sentence === issue?.message)?.[0];
  const isOfCoin = issue?.message.endsWith("is no currency");
  return `${issue?.path[0] === "currency" ? "?" : "-"} ${isOfCoin ? "amountInCoin" : name}`;
}

test("a letter is a currency where the phone number is of its country", () => {
  const read = (amount: string, phone: string, phoneCountry?: string) => {
    const { data } = OptInBody.safeParse({ ...person, phone, phoneCountry, amount, currency: "EUR" });
    return data && `${data.amount} ${data.currency}`;
  };
  expect(read("R 12500", "+27 82 123 4567")).toBe("12500 ZAR");
  expect(read("R 12500", "+34 600 555 123", "ZA")).toBeUndefined();
});

test.each([
  ["RM 25000", "012-345 6789", "Asia/Kuala_Lumpur", [], "25000 MYR"],
  ["TL 25000", "0532 123 45 67", undefined, ["TR"], "25000 TRY"],
  ["R25000", "082 123 4567", "Africa/Johannesburg", ["ZA"], "25000 ZAR"],
])("%s is an amount for who is where its sign is used", (amount, phone, timeZone, languages, expected) => {
  const sent = { ...person, phone, timeZone, amount, currency: "USD" };
  const { data } = OptInInput.safeParse(withCall(sent, { languages: () => languages }));
  expect(data && `${data.amount} ${data.currency}`).toBe(expected);
});

test("the table has at least 120 amounts", () => {
  expect(cases.length).toBeGreaterThanOrEqual(120);
});

test.each(Object.keys(TYPED))(
  "amounts as people with %s type them are read as they mean them",
  (currency) => {
    const own = cases.filter(({ chosen }) => chosen === currency);
    const wrong = own
      .map(({ typed, expected }) => ({
        typed,
        expected,
        read: readTyped({ ...NOWHERE, amount: typed, currency }),
      }))
      .filter(({ expected, read }) => read !== expected);
    expect(wrong).toEqual([]);
  },
);

test.each([
  ["a German form", { language: "de", phone: "+4915123456789" }, null, "1250 EUR"],
  [
    "a German form, by the chosen country",
    { language: "de", phoneCountry: "DE", phone: "0151 23456789" },
    null,
    "1250 EUR",
  ],
  ["a German form of who has no country", { language: "de", ...NOWHERE }, null, "1250 EUR"],
  ["a German form in Switzerland", { language: "de", phone: "+41791234567" }, "de-CH,de", "- amountDigits"],
  ["a Spanish form in Mexico", { language: "es", phone: "+525512345678" }, "es-MX,es", "- amountDigits"],
  ["a Spanish form in Argentina", { language: "es", phone: "+5491123456789" }, "es-AR,es", "1250 EUR"],
  [
    "an English form in the United States",
    { language: "en", phone: "+16505551212" },
    "en-US",
    "- amountDigits",
  ],
  ["an English form in Germany", { language: "en", phone: "+4915123456789" }, "en-US", "! 1250 EUR"],
  ["a German form in the United States", { language: "de", phone: "+16505551212" }, "de", "! 1250 EUR"],
  ["a French form", { language: "fr", phone: "+33612345678" }, "fr-FR", "! 1250 EUR"],
])("1.250 typed in %s is read as its people write", (_where, sent, acceptLanguage, expected) => {
  expect(readTyped({ ...sent, amount: "1.250", currency: "EUR" }, acceptLanguage)).toBe(expected);
});

test("an amount of a program has a point before its decimals, in every language", () => {
  for (const language of ["de", "en"]) {
    const send = (amount: unknown, currency: string) => readSent({ language, amount, currency });
    expect(send("1.250", "EUR")).toBe("- amountDigits");
    expect(send("250.000", "VND")).toBe("- amountDigits");
    expect(send("1.250", "KWD")).toBe("1.25 KWD");
    expect(send(1.25, "EUR")).toBe("1.25 EUR");
    expect(send(250_000, "VND")).toBe("250000 VND");
    expect(send("0.5 BTC", "EUR")).toBe("- amountInCoin");
  }
  const typed = { language: "de", amount: 1.25, currency: "EUR" };
  expect(readTyped(typed)).toBe("1.25 EUR");
});

test("nobody can send that an amount is not doubtful", () => {
  const sent = { ...person, language: "fr", amount: "1.250", currency: "EUR", isAmountDoubtful: false };
  expect(readTyped(sent)).toBe("! 1250 EUR");
  expect(readTyped({ ...sent, amount: "1250", isAmountDoubtful: true })).toBe("1250 EUR");
});
