import { toAsciiFigure } from "./digits.ts";
import { isCurrency, MULTIPLES } from "./money.ts";

/** Signs, short forms and words of one currency, in capitals and without dots and blanks. */
const SIGNS = invert({
  EUR: "€ EURO EUROS ЕВРО ЄВРО ΕΥΡΩ ΕΥΡΏ يورو यूरो ยูโร 欧元 ユーロ",
  USD: "US$ U$S U$D USD$ $USD $US U$ DOLLARUS USDOLLAR USDOLLARS DOLLARSUS ДОЛЛСША دولارأمريكي دولارامريكي 美元 ドル ДОЛЛ",
  GBP: "£ QUID POUNDSTERLING",
  CHF: "SFR CHFR",
  PLN: "ZŁ ZL ZŁOTY ZŁOTYCH ZŁOTE",
  CZK: "KČ KC KČS KORUN",
  HUF: "FT FORINT",
  RON: "LEI LEU",
  BGN: "ЛВ ЛЕВА",
  TRY: "₺ TL LIRA",
  UAH: "₴ ГРН ГРИВЕНЬ ГРИВНЯ ГРИВЕН",
  RUB: "₽ РУБ РУБЛЕЙ РУБЛЯ Р",
  BYN: "BR",
  KZT: "₸ ТГ ТЕНГЕ",
  GEL: "₾",
  AZN: "₼",
  AMD: "֏",
  BAM: "KM",
  INR: "₹",
  BDT: "৳ TK TAKA টাকা",
  THB: "฿ BAHT บาท",
  IDR: "RP RUPIAH",
  VND: "₫ Đ VNĐ ĐỒNG DONG",
  MYR: "RM RINGGIT",
  PHP: "₱",
  KRW: "₩ ￦ 원",
  JPY: "円 JP¥ YEN",
  CNY: "元 RMB 人民币 CN¥ 块 YUAN",
  TWD: "NT$ NT",
  HKD: "HK$ 港币 港元",
  SGD: "S$ SG$",
  AUD: "A$ AU$",
  NZD: "NZ$",
  CAD: "CA$ CAD$ $CA",
  ILS: '₪ NIS שח ש״ח ש"ח',
  AED: "دإ درهمإماراتي",
  SAR: "رس SR ريالسعودي",
  QAR: "رق QR ريالقطري",
  OMR: "رع RO ريالعماني",
  KWD: "دك KD ديناركويتي",
  BHD: "دب BD ديناربحريني",
  JOD: "دأ دا JD ديناراردني دينارأردني",
  IQD: "دع ID دينارعراقي",
  EGP: "جم LE E£ £E جنيه جنيهمصري",
  MAD: "دم درهممغربي",
  DZD: "دج DA دينارجزائري",
  TND: "دت DT دينارتونسي",
  LBP: "لل L£ £L",
  NGN: "₦ NAIRA",
  GHS: "₵ GH₵ GHC CEDI CEDIS",
  KES: "KSH KSHS",
  UGX: "USH",
  TZS: "TSH",
  XOF: "FCFA CFA",
  BRL: "R$ REAIS REAL BR$",
  MXN: "MX$ MEX$ MN",
  ARS: "AR$",
  CLP: "CLP$ CL$",
  COP: "COP$ COL$ CO$",
  UYU: "UY$ $U",
  DOP: "RD$ DO$",
  PEN: "S/ SOLES",
  PYG: "₲ GS GUARANIES GUARANÍES",
  CRC: "₡ COLONES",
  PAB: "B/",
  ZAR: "R RAND",
  GTQ: "Q QUETZALES",
  HNL: "L LEMPIRAS",
  VES: "BSS BSD",
});

/** Those of plain letters that a file means too: "ID 8412" and "Q4" are no amounts there. */
const IN_FILES = new Set(["FT", "LEI", "RP", "EURO", "EUROS", "KR", "FR"]);

const DOLLARS = "USD CAD AUD NZD SGD HKD TWD BSD BBD BMD BND BZD FJD GYD JMD KYD LRD NAD SBD SRD TTD XCD";
const PESOS = "MXN ARS CLP COP UYU DOP CUP";

/** Signs that several currencies have. One of them counts if it is chosen; for some there is a likely one. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  ...share("$ ＄", `${DOLLARS} ${PESOS} NIO BRL`),
  ...share("DOLLAR DOLLARS DÓLAR DÓLARES DOLARES DOLAR دولار ДОЛЛАРОВ", DOLLARS),
  ...share("C$", "CAD NIO"),
  ...share("PESO PESOS", `${PESOS} PHP`),
  ...share("¥ ￥", "JPY CNY"),
  ...share("KR KRONOR KRONER KRONE", "SEK NOK DKK ISK"),
  ...share("FR FRANC FRANCS FRANKEN", "CHF XOF XAF XPF"),
  ...share("RS ₨ RUPEES RUPEE", "INR PKR LKR NPR MUR SCR"),
  ...share("रु रुपये रुपए रूपये", "INR NPR"),
  ...share("روپے روپیہ", "PKR INR"),
  ...share("DH DHS درهم DIRHAM DIRHAMS", "AED MAD"),
  ...share("ريال ریال ﷼ RIYAL RIYALS", "SAR QAR OMR YER IRR"),
  ...share("دينار DINAR DINARS", "KWD BHD JOD IQD DZD TND LYD"),
  ...share("ليرة", "SYP LBP TRY"),
  ...share("ДИН DIN", "RSD MKD"),
  ...share("СОМ СУМ", "KGS UZS"),
  ...share("BS BOLÍVARES BOLIVARES", "VES BOB"),
  ...share("LEI LEU", "RON MDL"),
  ...share("£ POUND POUNDS", "GBP EGP GIP FKP SHP LBP SYP SSP SDG"),
  ...share("FCFA CFA", "XOF XAF"),
  ...share("P", "PHP BWP"),
  ...share("K", "ZMW MMK PGK"),
};

function invert(signs: Record<string, string>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(signs).flatMap(([currency, list]) => list.split(" ").map((sign) => [sign, currency])),
  );
}

function share(signs: string, currencies: string): Record<string, string[]> {
  return Object.fromEntries(signs.split(" ").map((sign) => [sign, currencies.split(" ")]));
}

/** Coins that stand for a currency. */
const COINS: Readonly<Record<string, string>> = {
  USDT: "USD",
  USDC: "USD",
  BUSD: "USD",
  TUSD: "USD",
  DAI: "USD",
  EURC: "EUR",
  EURT: "EUR",
};

/** Coins that stand for no currency. */
const FREE_COINS = new Set(
  `BTC XBT ETH LTC XRP BCH BNB SOL TRX DOGE ADA TON DOT XMR XLM AVAX MATIC POL SHIB LINK DASH ETC ATOM
   SATS`.split(/\s+/),
);

/** Whether a code is of a coin whose worth changes, so that it says nothing of an amount. */
export const isFreeCoin = (code: string): boolean => FREE_COINS.has(code);

/** The currency that a coin stands for, such as USD for USDT. */
export const coinCurrency = (code: string): string | undefined => own(COINS, code);

type IsExpected = (currency: string) => boolean;

type TypedAmount = {
  /** The figure, with a dash or a word such as `k` that belongs to it; all that was typed if it is unreadable. */
  amount: string;
  /** By ISO 4217, or a coin. */
  currency: string | null;
  /** The currencies of a sign that several share: one of them, if it is chosen, counts before `currency`. */
  among?: readonly string[];
};

const PARTS = /^(?<before>[^\d]*?) ?(?<figure>\d(?:[\d .,']*\d)?)(?<after>[^\d]*)$/u;
/** `250,-` and `250/-`, and a mark at the end, which makes the figure unreadable. */
const ENDING = /^ ?(?:[.,:] ?-{1,2}|\/[-=]|[.,'](?= |$))/;
const WORD = /^ ?(?<word>[万萬만]|[\p{L}\p{M}]+)\.?/u;
/** In French: `12€50`. */
const INSIDE = /^(?<whole>\d[\d .']*?) ?(?:€|eur(?:os?)?) ?(?<cents>\d{2})$/iu;

/** Letters that an account number begins with too: `KD 84123`. */
const OF_ACCOUNTS = /^[A-Z]{1,2}$/;
/** More often an account number's than an amount's. */
const MOSTLY_OF_ACCOUNTS = /^(?:ID|[A-Z])$/;
const LONG_NUMBER = /^\d{5,}$/;

/**
 * An amount without the currency that was typed with it, and that currency: `1.250,50 €` or `USD 1,250`.
 * @param isExpected whether a currency fits the rest of what a person wrote, where it is an amount: then short
 *   letters are signs too, as in `R250`, and coins stand beside currencies
 */
export function splitCurrency(typed: string, isExpected?: IsExpected): TypedAmount {
  const text = toAsciiFigure(typed);
  const { whole, cents } = INSIDE.exec(text)?.groups ?? {};
  if (whole !== undefined) return { amount: `${whole},${cents}`, currency: "EUR" };
  const { before = "", figure, after = "" } = PARTS.exec(text)?.groups ?? {};
  if (figure === undefined) return { amount: typed, currency: null };
  const ending = ENDING.exec(after)?.[0] ?? "";
  const [matched, word = ""] = WORD.exec(after.slice(ending.length)) ?? [];
  const multiple = own(MULTIPLES, word.toLowerCase().normalize("NFC")) ? (matched ?? "") : "";
  const sides = [before, after.slice(ending.length + multiple.length)].filter((side) => toSign(side) !== "");
  const meanings = sides.flatMap((side) => meaningsOf(side, isExpected));
  const meaning = meanings.length > 1 ? meetingOf(meanings) : meanings[0];
  const sign = toSign(before);
  if (isExpected && meaning && isAccountNumber(sign, figure) && !fits(meaning, isExpected)) {
    if (MOSTLY_OF_ACCOUNTS.test(sign)) return { amount: typed, currency: null };
    return { amount: figure + ending + multiple, currency: null, among: listCurrencies(meaning) };
  }
  return meaning ? { amount: figure + ending + multiple, ...meaning } : { amount: typed, currency: null };
}

const toSign = (text: string) =>
  text
    .normalize("NFC")
    .toUpperCase()
    .replace(/[\s.॰·:=()[\]]/g, "");

/** ID is a dinar only beside dinars. */
const isAccountNumber = (sign: string, figure: string) =>
  sign === "ID" || (OF_ACCOUNTS.test(sign) && !IN_FILES.has(sign) && LONG_NUMBER.test(figure));

const fits = (meaning: Meaning, isExpected: IsExpected) => listCurrencies(meaning).some(isExpected);

const listCurrencies = ({ currency, among = [] }: Meaning) => [currency ?? [], among].flat();

type Meaning = { currency: string | null; among?: readonly string[] };

/** Of the text on one side of a figure: one sign, or several as in `250 $ USD`. */
function meaningsOf(side: string, isExpected?: IsExpected): (Meaning | null)[] {
  const whole = meaningOf(toSign(side), isExpected);
  return whole
    ? [whole]
    : side
        .split(" ")
        .filter((word) => word !== "")
        .map((word) => meaningOf(toSign(word), isExpected));
}

/** What people write for a coin's code. */
const COIN_WORDS: Readonly<Record<string, string>> = { "₿": "BTC", BITCOIN: "BTC", BITCOINS: "BTC" };

function meaningOf(written: string, isExpected?: IsExpected): Meaning | null {
  const sign = own(COIN_WORDS, written) ?? written;
  if (isCurrency(sign) || (isExpected && (coinCurrency(sign) || isFreeCoin(sign)))) return { currency: sign };
  if (!isExpected && /^[A-Z]+$/.test(sign) && !IN_FILES.has(sign)) return null;
  const likely = own(SIGNS, sign) ?? null;
  const among = own(SHARED, sign);
  // One letter says too little where its currency is not expected.
  if (likely !== null && /^[A-Z]$/.test(sign) && !isExpected?.(likely))
    return { currency: null, among: [likely] };
  return likely === null && !among ? null : { currency: likely, ...(among && { among }) };
}

/** A text may be named like a method of objects. */
const own = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Two signs of one currency, as in `$250 USD` and `250 € EUR`. */
function meetingOf(meanings: (Meaning | null)[]): Meaning | null {
  const [first, second, ...others] = meanings;
  if (!first || !second || others.length > 0) return null;
  const one = second.among ? first : second;
  const other = one === first ? second : first;
  const isSame = one.currency === other.currency || other.among?.includes(one.currency ?? "");
  return one.currency !== null && isSame ? { currency: one.currency } : null;
}
