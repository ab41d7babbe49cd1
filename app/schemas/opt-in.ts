import { z } from "zod";
import { AD_COOKIES } from "#app/lib/ad-platforms.ts";
import { coinCurrency, isFreeCoin, splitCurrency } from "#app/lib/currency-signs.ts";
import { AMOUNT_FIELDS, CONVERSION_ACTIONS } from "#app/lib/domain.ts";
import { DEVICE_ID } from "#app/lib/ids.ts";
import { visitorLocale } from "#app/lib/language-regions.ts";
import { FIRST_LANGUAGE, findLanguage, LANGUAGE_CODES, languageFacts } from "#app/lib/languages.ts";
import { countryCurrency } from "#app/lib/local-currency.ts";
import { isCurrency, toAmount } from "#app/lib/money.ts";
import { mapValues } from "#app/lib/objects.ts";
import { ANSWERS } from "#app/lib/opt-in-answers.ts";
import { describePhone, type Phone, type PhoneHints, parsePhone, readPhone } from "#app/lib/read-phone.ts";
import { regionLocale } from "#app/lib/regional-formats.ts";
import { notationOf, readTypedAmount } from "#app/lib/typed-amount.ts";
import { normalizeTyped } from "#app/lib/typed-text.ts";
import { findZoneCountries } from "#app/lib/zone-countries.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { AccountNumberResponse } from "#app/schemas/platforms.ts";
import { Email } from "#app/schemas/shared/email.ts";
import { FormLookResponse } from "#app/schemas/shared/form-look.ts";
import {
  AD_COOKIE_MAX,
  AMOUNT_TYPED_MAX,
  ANSWER_MAX,
  ID_MAX,
  KEY_MAX,
  PHONE_MAX,
  TIME_ZONE_MAX,
  URL_MAX,
  USER_AGENT_MAX,
} from "#app/schemas/shared/limits.ts";
import { Amount, digitsIssue, hasFittingDigits } from "#app/schemas/shared/money.ts";

const optionalText = (max: number) => z.string().trim().max(max).optional();

/** A line as a person typed it: without what nobody sees it may be empty, or longer. */
const optionalLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => normalizeTyped(text) || undefined)
    .pipe(z.string().max(max).optional())
    .optional();

/** Null too: a form's own values may be sent back as they were read. */
const isEmpty = (value: unknown) => value === null || (typeof value === "string" && value.trim() === "");

/** What a visitor is told about is read as it was sent. */
const ASKED = new Set(["email", "phone", "platform", "consent"]);

type Fields = Record<string, unknown>;
const isFields = (sent: unknown): sent is Fields =>
  typeof sent === "object" && sent !== null && !Array.isArray(sent);

/** The fields with these names that are filled in: once for all, because each field would take as long. */
function pickFilled(sent: Fields, names: string[], without?: Set<string>): Fields {
  const filled: Fields = {};
  for (const name of names) {
    const value = sent[name];
    if (value !== undefined && !without?.has(name) && (ASKED.has(name) || !isEmpty(value)))
      filled[name] = value;
  }
  if (typeof filled.amount === "string")
    Object.assign(filled, readMoney(filled.amount, filled.currency, sent));
  return filled;
}

/**
 * `1.250,50 €` says its currency: it counts before the one that is chosen beside it. "$" beside euros says
 * neither, so that the visitor is asked. `R250` is rand if the currency is rand or the visitor is in South Africa,
 * otherwise neither.
 */
function readMoney(typed: string, chosen: unknown, sent: Fields): Fields {
  if (typed.length > AMOUNT_TYPED_MAX) return {};
  const beside = typeof chosen === "string" ? chosen.trim().toUpperCase() : undefined;
  let local: (string | undefined)[] | undefined;
  const isExpected = (code: string) => {
    if (code === beside) return true;
    local ??= listCountries(sent).map(countryCurrency);
    return local.includes(code);
  };
  const { amount, currency, among } = splitCurrency(normalizeTyped(typed), isExpected);
  if (isEmpty(amount)) return { amount: undefined };
  if (currency !== null && isFreeCoin(currency) && beside !== undefined && isCurrency(beside))
    return { amount: new AmountInCoin(currency, beside) };
  const isAmong = among !== undefined && beside !== undefined && among.includes(beside);
  const meant = isAmong || (currency === null && !among) ? beside : (currency ?? undefined);
  if (meant === undefined) return { amount, currency: among ? meant : chosen };
  const reading = readAmountIn(amount, coinCurrency(meant) ?? meant, sent);
  return {
    // What is no amount of the currency is refused as one, not as missing.
    amount: reading?.amount ?? Number.NaN,
    currency: meant,
    ...(reading?.isDoubtful && { isAmountDoubtful: true }),
  };
}

/** An amount of a coin that stands for no currency, beside the chosen one: `0.5 BTC`. */
class AmountInCoin {
  readonly message: string;
  constructor(coin: string, currency: string) {
    this.message = messages.fields.amountInCoin(coin, currency);
  }
}

/** A program writes a point before a fraction, whatever the language; a person what is usual where they are. */
function readAmountIn(amount: string, currency: string, sent: Fields) {
  const typedIn = readCall(sent)?.typedIn;
  if (typedIn) {
    const notations = () => listLocales(sent, typedIn.acceptLanguage).map(notationOf);
    return readTypedAmount(amount, currency, notations);
  }
  const plain = toAmount(amount);
  return plain === null ? null : { amount: plain, isDoubtful: false };
}

/** Whose notation the visitor may use: that of the form's language, and that of their country. */
function listLocales(sent: Fields, acceptLanguage: string | null): string[] {
  const language = findLanguage(sent.language);
  const country = listCountries(sent).find((code) => /^[A-Z]{2}$/.test(code));
  return [
    ...(language === null ? [] : [visitorLocale(language, acceptLanguage)]),
    ...(country === undefined ? [] : [regionLocale(country).toString()]),
  ];
}

/**
 * Where the visitor may be from: the country that their number names, or that is chosen beside it, those of their
 * time zone and of their languages.
 */
function listCountries(sent: Fields): string[] {
  const { phone, phoneCountry, timeZone } = sent;
  const typed = normalizePhone(phone);
  const named = typeof typed === "string" && typed.startsWith("+") ? parsePhone(typed)?.country : undefined;
  const countries = [
    named ?? phoneCountry,
    ...zoneCountries(timeZone),
    ...(readCall(sent)?.languages() ?? []),
    readCall(sent)?.preset,
  ];
  return countries.filter((country) => typeof country === "string");
}

const zoneCountries = (timeZone: unknown) =>
  typeof timeZone === "string" ? findZoneCountries(timeZone) : [];

/** What is too long is refused as it is. */
const normalizePhone = (phone: unknown): unknown =>
  typeof phone === "string" && phone.length <= PHONE_MAX ? normalizeTyped(phone) : phone;

/** What is typed as a phone number, with what tells of its country. */
type TypedPhone = { text: unknown; language?: unknown; hints?: PhoneHints };

/** A number to store as E.164. In doubt the message offers what it may mean. */
function readTypedPhone({ text, language, hints }: TypedPhone, context: z.RefinementCtx): Phone {
  const typed = typeof text === "string" ? text : "";
  const refuse = (message: string, options?: Phone[]) => {
    const { locale } = languageFacts(findLanguage(language) ?? FIRST_LANGUAGE);
    const offered = options?.map((option) => ({ value: option.e164, label: describePhone(option, locale) }));
    context.addIssue({ code: "custom", message, params: { options: offered } });
    return z.NEVER;
  };
  if (typed === "") return refuse(messages.fields.phoneRequired);
  if (typed.length > PHONE_MAX) return refuse(messages.fields.phoneShape);
  const reading = readPhone(typed, hints);
  if (reading.kind === "certain") return reading.phone;
  if (reading.kind === "none") return refuse(messages.fields.phoneShape);
  return refuse(messages.fields.phoneDoubt, reading.options);
}

/** A coin too, which only the broker can make a currency of. */
const TypedCurrency = z
  .string()
  .max(10, messages.fields.currencyShape)
  .transform((text) => text.trim().toUpperCase())
  .refine((code) => isCurrency(code) || coinCurrency(code) !== undefined, messages.fields.currencyShape);

/** Twelve digits with their separators, four decimals and a currency. */
const CONFIRMED_AMOUNT_MAX = 40;
const FROM_PROGRAMS =
  "Read with an API key or token only: nothing of such a call's connection is the visitor's.";

/** What `read` finds, and nobody sends. */
const MADE = { isAmountDoubtful: z.literal(true).optional() };

const SentAmount = z
  .union([z.string().max(AMOUNT_TYPED_MAX, messages.fields.amountShape), z.number()], {
    error: ({ input }) => {
      if (input instanceof AmountInCoin) return input.message;
      return input === undefined ? messages.fields.amountRequired : messages.fields.amountShape;
    },
  })
  .pipe(Amount);

/**
 * @param read makes the fields of what was sent
 * @param made those of them that it finds
 */
const build = (
  isAmountRequired: boolean,
  phoneSchema: z.ZodType<Phone>,
  read: (sent: Fields, names: string[]) => Fields,
  made: Partial<typeof MADE> = {},
) => {
  const sentFields = {
    email: Email,
    phone: phoneSchema,
    phoneCountry: optionalText(2).describe(
      "ISO 3166: where a phone number without its country code is from. It ends the doubt about the country",
    ),
    formCountry: optionalText(2).describe(
      "ISO 3166: the country that the form's owner preset. A phone number that is valid there alone is offered",
    ),
    timeZone: optionalText(TIME_ZONE_MAX).describe(
      "IANA: the visitor's time zone. Without phoneCountry it confirms or contradicts the country of their language",
    ),
    platform: z
      .string(messages.fields.platformRequired)
      .min(1, messages.fields.platformRequired)
      .max(ID_MAX, messages.fields.platformRequired),
    amount: isAmountRequired ? SentAmount : SentAmount.optional(),
    currency: TypedCurrency.optional().describe(
      "ISO 4217. A coin such as USDT is the currency that it stands for where the platform `countsCoins`",
    ),
    amountConfirmed: z
      .preprocess(
        (value) => (value === "on" || value === "true" ? true : value),
        z.union([z.boolean(), z.string().max(CONFIRMED_AMOUNT_MAX)]).optional(),
      )
      .describe(
        "Whether an amount above the broker's limit is right, or one that a person typed and that may mean two; without it such an amount is a 400 `amount_unconfirmed`. The value of that error's option confirms this amount only",
      ),
    ...mapValues(ANSWERS, () => optionalLine(ANSWER_MAX)),
    formKey: optionalText(ID_MAX).describe(
      "Of GET /api/optin/{slug}: a form that has this address since then, with another consent, is refused",
    ),
    consentVersion: z.coerce.number().int().optional(),
    language: z
      .preprocess((code) => findLanguage(code) ?? undefined, z.enum(LANGUAGE_CODES).optional())
      .describe(
        `The language of the form as the visitor saw it: ${LANGUAGE_CODES.join(", ")}. Errors come in it; others count as none. Without it they are in English`,
      ),
    consent: z.preprocess(
      (value) => value === true || value === "on" || value === "true",
      z.literal(true, messages.fields.consentRequired),
    ),
    deviceId: z.string().trim().max(64).regex(DEVICE_ID).optional(),
    facebookPixelId: optionalText(ID_MAX),
    submissionKey: optionalText(KEY_MAX).describe("In place of the header Idempotency-Key"),
    formToken: optionalText(200).describe(
      "Of GET /api/optin/{slug}. Browsers and posted forms need one; JSON from a program needs none",
    ),
    website: z
      .string()
      .max(1000)
      .optional()
      .describe("Must stay empty: only programs that fill in every field send it"),
    pageUrl: optionalText(URL_MAX),
    referrer: optionalText(URL_MAX),
    ip: z
      .union([z.ipv4(), z.ipv6()], messages.fields.ipShape)
      .optional()
      .describe(
        `The visitor's IP address. It is sent to ad platforms only if it is public. ${FROM_PROGRAMS}`,
      ),
    userAgent: optionalText(USER_AGENT_MAX).describe(`The visitor's browser. ${FROM_PROGRAMS}`),
    ...mapValues(AD_COOKIES, (cookie, name) =>
      optionalText(AD_COOKIE_MAX[name]).describe(`The visitor's cookie \`${cookie}\`. ${FROM_PROGRAMS}`),
    ),
  };
  const fields = z
    .object({ ...sentFields, ...(made as typeof MADE) })
    .refine((input) => input.amount === undefined || input.currency !== undefined, {
      path: ["currency"],
      message: messages.fields.currencyRequired,
    })
    .refine(hasFittingDigits, digitsIssue());
  const names = Object.keys(sentFields);
  return z.preprocess((sent) => (isFields(sent) ? read(sent, names) : sent), fields);
};

export type OptInInput = z.output<ReturnType<typeof build>>;

/** What a request says of its visitor besides the fields. */
type Call = {
  /** The regions of the visitor's languages, in their order. */
  languages: () => readonly (string | undefined)[];
  /** The browser that a person typed in; undefined for a program. */
  typedIn?: { acceptLanguage: string | null } | undefined;
  /** The country beside the phone number, as the form's owner set it and nobody may have looked at it. */
  preset?: string | undefined;
  /** Whether the body may say what else comes with the visitor's connection. */
  isFromProgram?: boolean;
};

/** No body can have it, and the check of its texts does not see it. */
const CALL = Symbol("call");
const readCall = (sent: Fields) => (sent as { [CALL]?: Call })[CALL];

/** What was sent together with its call, for `OptInInput`. */
export const withCall = (sent: unknown, call: Call): unknown =>
  isFields(sent) ? { ...sent, [CALL]: call } : sent;

/** The fields about the visitor's connection, which only programs may send. */
const OF_CONNECTION = new Set(["ip", "userAgent", ...Object.keys(AD_COOKIES)]);

function readWithCall(sent: Fields, names: string[]): Fields {
  const call = readCall(sent);
  const filled = pickFilled(sent, names, call?.isFromProgram ? undefined : OF_CONNECTION);
  const { phoneCountry, formCountry, timeZone, language } = sent;
  const text = normalizePhone(sent.phone);
  // Hints cost more than the rest of the schema, and most numbers need none.
  if (typeof text !== "string" || text.startsWith("+")) return { ...filled, phone: { text, language } };
  const toText = (value: unknown) => (typeof value === "string" ? value : undefined);
  const hints = {
    chosen: toText(phoneCountry),
    preset: call?.preset,
    formCountry: toText(formCountry),
    zone: zoneCountries(timeZone),
    languages: call?.languages() ?? [],
  };
  return { ...filled, phone: { text, language, hints } };
}

const hinted = z.custom<TypedPhone>().transform(readTypedPhone);
const requiredAmount = build(true, hinted, readWithCall, MADE);

/** The public form's schema, for what `withCall` makes. */
export const OptInInput: z.ZodType<OptInInput> = build(false, hinted, readWithCall, MADE);

/** The schema of the page of one form, which knows what the form asks for. */
export function optInInputFor({
  isAmountRequired,
  checkAccount,
}: {
  isAmountRequired: boolean;
  /** What is said of an account number that is missing or wrong; undefined for a right one. */
  checkAccount: (platformId: string, reference: string | undefined) => string | undefined;
}): z.ZodType<OptInInput> {
  const schema = isAmountRequired ? requiredAmount : OptInInput;
  const check = (input?: Partial<OptInInput>) => checkAccount(input?.platform ?? "", input?.reference);
  return schema.refine((input) => check(input) === undefined, {
    path: ["reference"],
    error: ({ input }) => check(input as OptInInput),
    // Said together with what else is wrong.
    when: () => true,
  });
}

/** The same for a call that says nothing of its visitor, and for the OpenAPI document. */
export const OptInBody: z.ZodType<OptInInput> = build(
  false,
  z
    .string()
    .max(PHONE_MAX)
    .transform((text, context) => readTypedPhone({ text: normalizeTyped(text) }, context)),
  pickFilled,
);

export const OptInResponse = z.object({
  submissionId: z.string(),
  /** The path of the visitor's private link: what was confirmed, what was sent, and how to withdraw. */
  privateHref: z.string(),
  recorded: z
    .object({
      confirmed: z.string(),
      platform: z.string(),
      email: z.string(),
      phone: z.string(),
      when: z.string().describe("In the `timeZone` that was sent; without one in UTC, which it then says"),
    })
    .describe("What was recorded, as texts for the visitor"),
});

/** Only what the public page needs: never a user id or a credential. */
export const PublicFormResponse = z.object({
  formKey: z.string().describe("Of this form, whatever its address. Sent back with the submission"),
  slug: z.string(),
  language: z.enum(LANGUAGE_CODES).describe("Of the texts: `?lang=`, else the form's own choice"),
  languages: z.array(z.enum(LANGUAGE_CODES)).describe("In which the form can be shown"),
  ownerName: z.string(),
  logo: z.string().nullable(),
  look: FormLookResponse,
  title: z.string(),
  introduction: z.string().nullable(),
  action: z.enum(CONVERSION_ACTIONS),
  amountField: z.enum(AMOUNT_FIELDS),
  askAmount: z.boolean().describe("Whether amountField is not hidden"),
  currency: z.string(),
  phoneCountry: z.string().nullable().describe("ISO 3166, the preset of the phone's country"),
  consentText: z.string(),
  consentVersion: z.int().describe("Sent back with the submission, which keeps the text that was shown"),
  allowRepeat: z.boolean().describe("Whether the same email may confirm again"),
  successMessage: z.string().nullable(),
  redirectUrl: z.string().nullable(),
  privacyUrl: z
    .string()
    .nullable()
    .describe("The address of the owner's own privacy notice, which the form links"),
  privacyText: z
    .string()
    .nullable()
    .describe("The notice itself where it has no address. Its page is /optin/{slug}/privacy"),
  platforms: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      icon: z.string(),
      accountNumber: AccountNumberResponse.nullable().describe(
        "How the form asks for `reference` where this platform is chosen. Null: without a name, and not required",
      ),
    }),
  ),
  facebookPixelId: z.string().nullable(),
  telegramHref: z
    .string()
    .nullable()
    .describe(
      "Where the form goes on in Telegram: the path of a link that a person has to press. Null without a bot",
    ),
});
export type PublicForm = z.infer<typeof PublicFormResponse>;

const ACCOUNT_MISSING = messages.fields.accountRequired(null, null);

/** The forms of a submission's private page. */
export const PrivatePageForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("send-link") }),
  z.object({ intent: z.literal("telegram") }),
  z.object({ intent: z.literal("withdraw") }),
  z.object({ intent: z.literal("end-sharing") }),
  z.object({
    intent: z.literal("account"),
    reference: z
      .string(ACCOUNT_MISSING)
      .trim()
      .max(ANSWER_MAX, messages.fields.accountLong)
      .transform(normalizeTyped)
      .pipe(z.string(ACCOUNT_MISSING).min(1, ACCOUNT_MISSING).max(ANSWER_MAX, messages.fields.accountLong)),
  }),
]);
