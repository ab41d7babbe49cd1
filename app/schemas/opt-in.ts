import { z } from "zod";
import { AD_COOKIES } from "#app/lib/ad-platforms.ts";
import { AMOUNT_FIELDS, CONVERSION_ACTIONS } from "#app/lib/domain.ts";
import { DEVICE_ID } from "#app/lib/ids.ts";
import { splitCurrency } from "#app/lib/money.ts";
import { mapValues } from "#app/lib/objects.ts";
import { ANSWERS } from "#app/lib/opt-in-answers.ts";
import { describePhone, type Phone, type PhoneHints, readPhone } from "#app/lib/read-phone.ts";
import { findZoneCountries } from "#app/lib/zone-countries.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { AccountNumberResponse } from "#app/schemas/platforms.ts";
import { Email } from "#app/schemas/shared/email.ts";
import {
  ANSWER_MAX,
  FBC_MAX,
  ID_MAX,
  KEY_MAX,
  PHONE_MAX,
  TIME_ZONE_MAX,
  URL_MAX,
  USER_AGENT_MAX,
  UTM_MAX,
} from "#app/schemas/shared/limits.ts";
import { Amount, Currency, digitsIssue, hasFittingDigits } from "#app/schemas/shared/money.ts";

/** Null too: a form's own values may be sent back as they were read. */
const emptyAsMissing = (value: unknown) =>
  value === null || (typeof value === "string" && value.trim() === "") ? undefined : value;
const optionalText = (max: number) => z.preprocess(emptyAsMissing, z.string().trim().max(max).optional());

/** `1.250,50 €` says its currency: it counts before the one that is chosen beside it. */
function takeTypedCurrency(sent: unknown): unknown {
  if (typeof sent !== "object" || sent === null || !("amount" in sent)) return sent;
  if (typeof sent.amount !== "string") return sent;
  const { amount, currency } = splitCurrency(sent.amount);
  return { ...sent, amount, ...(currency === null ? {} : { currency }) };
}

/** What is typed as a phone number, with what tells of its country. */
type TypedPhone = { text: unknown; hints?: PhoneHints };

/** A number to store as E.164. In doubt the message offers what it may mean. */
function readTypedPhone({ text, hints }: TypedPhone, context: z.RefinementCtx): Phone {
  const typed = typeof text === "string" ? text.trim() : "";
  const refuse = (message: string, options?: Phone[]) => {
    const offered = options?.map((option) => ({ value: option.e164, label: describePhone(option) }));
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

/** Twelve digits with their separators, four decimals and a currency. */
const CONFIRMED_AMOUNT_MAX = 40;
const FROM_PROGRAMS =
  "Read with an API key or token only: nothing of such a call's connection is the visitor's.";

const build = (isAmountRequired: boolean, phoneSchema: z.ZodType<Phone>) => {
  const fields = z
    .object({
      email: Email,
      phone: phoneSchema,
      phoneCountry: optionalText(2).describe(
        "ISO 3166: where a phone number without its country code is from. It ends the doubt about the country",
      ),
      timeZone: optionalText(TIME_ZONE_MAX).describe(
        "IANA: the visitor's time zone. Without phoneCountry it confirms or contradicts the country of their language",
      ),
      platform: z
        .string(messages.fields.platformRequired)
        .min(1, messages.fields.platformRequired)
        .max(ID_MAX, messages.fields.platformRequired),
      amount: isAmountRequired
        ? z.preprocess(
            emptyAsMissing,
            z.union([z.string(), z.number()], messages.fields.amountRequired).pipe(Amount),
          )
        : z.preprocess(emptyAsMissing, Amount.optional()),
      currency: z.preprocess(emptyAsMissing, Currency.optional()),
      amountConfirmed: z
        .preprocess(
          (value) => (value === "on" || value === "true" ? true : emptyAsMissing(value)),
          z.union([z.boolean(), z.string().max(CONFIRMED_AMOUNT_MAX)]).optional(),
        )
        .describe(
          "Whether an amount above the broker's limit is right; without it such an amount is a 400 `amount_unconfirmed`. The value of that error's option confirms this amount only",
        ),
      ...mapValues(ANSWERS, () => optionalText(ANSWER_MAX)),
      consentVersion: z.preprocess(emptyAsMissing, z.coerce.number().int().optional()),
      consent: z.preprocess(
        (value) => value === true || value === "on" || value === "true",
        z.literal(true, messages.fields.consentRequired),
      ),
      deviceId: z.preprocess(emptyAsMissing, z.string().trim().max(64).regex(DEVICE_ID).optional()),
      facebookPixelId: optionalText(ID_MAX),
      submissionKey: optionalText(KEY_MAX).describe("In place of the header Idempotency-Key"),
      formToken: optionalText(200).describe(
        "Of GET /api/optin/{slug}. Browsers and posted forms need one; JSON from a program needs none",
      ),
      website: z
        .preprocess(emptyAsMissing, z.string().max(1000).optional())
        .describe("Must stay empty: only programs that fill in every field send it"),
      pageUrl: optionalText(URL_MAX),
      referrer: optionalText(URL_MAX),
      ip: z
        .preprocess(emptyAsMissing, z.union([z.ipv4(), z.ipv6()], messages.fields.ipShape).optional())
        .describe(
          `The visitor's IP address. It is sent to ad platforms only if it is public. ${FROM_PROGRAMS}`,
        ),
      userAgent: optionalText(USER_AGENT_MAX).describe(`The visitor's browser. ${FROM_PROGRAMS}`),
      ...mapValues(AD_COOKIES, (cookie, name) =>
        optionalText(name === "fbc" ? FBC_MAX : UTM_MAX).describe(
          `The visitor's cookie \`${cookie}\`. ${FROM_PROGRAMS}`,
        ),
      ),
    })
    .refine((input) => input.amount === undefined || input.currency !== undefined, {
      path: ["currency"],
      message: messages.fields.currencyRequired,
    })
    .refine(hasFittingDigits, digitsIssue());
  return z.preprocess(takeTypedCurrency, fields);
};

export type OptInInput = z.output<ReturnType<typeof build>>;

const hinted = z.custom<TypedPhone>().transform(readTypedPhone);
const schemas = { optional: build(false, hinted), required: build(true, hinted) };

type SchemaOptions = {
  /** The regions of the visitor's languages, in their order. */
  languages: () => readonly (string | undefined)[];
  isAmountRequired?: boolean;
  /** What a visitor who leaves out the account number is told; undefined where the platform needs none. */
  askAccount?: (platformId: string) => string | undefined;
  /** Whether the body may say what else comes with the visitor's connection. */
  isFromProgram?: boolean;
};

/** The public form's schema for the page and the /api operation. */
export function optInInputFor({
  languages,
  isAmountRequired = false,
  askAccount,
  isFromProgram = false,
}: SchemaOptions): z.ZodType<OptInInput> {
  const schema = isAmountRequired ? schemas.required : schemas.optional;
  const missing = (input?: Partial<OptInInput>) =>
    input?.reference === undefined ? askAccount?.(input?.platform ?? "") : undefined;
  return z
    .preprocess((sent) => addHints(sent, isFromProgram ? {} : NOTHING_OF_VISITOR, languages), schema)
    .refine((input) => missing(input) === undefined, {
      path: ["reference"],
      error: ({ input }) => missing(input as OptInInput),
      // Said together with what else is wrong.
      when: () => askAccount !== undefined,
    });
}

/** The same for a call that says nothing of its visitor, and for the OpenAPI document. */
export const OptInBody: z.ZodType<OptInInput> = build(
  false,
  z
    .string()
    .max(PHONE_MAX)
    .transform((text, context) => readTypedPhone({ text }, context)),
);

/** Ignores the fields about the visitor's connection, which only programs may send. */
const NOTHING_OF_VISITOR = { ip: undefined, userAgent: undefined, ...mapValues(AD_COOKIES, () => undefined) };

function addHints(sent: unknown, over: object, languages: SchemaOptions["languages"]): unknown {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return sent;
  const { phone: text, phoneCountry, timeZone } = sent as Record<string, unknown>;
  // Hints cost more than the rest of the schema, and most numbers need none.
  if (typeof text !== "string" || text.startsWith("+")) return { ...sent, ...over, phone: { text } };
  const chosen = typeof phoneCountry === "string" ? phoneCountry : undefined;
  const zone = typeof timeZone === "string" ? findZoneCountries(timeZone) : [];
  return { ...sent, ...over, phone: { text, hints: { chosen, zone, languages: languages() } } };
}

export const OptInResponse = z.object({
  submissionId: z.string(),
  /** The path of the visitor's private link: what was confirmed, what was sent, and how to withdraw. */
  privateHref: z.string(),
  recorded: z
    .object({ confirmed: z.string(), platform: z.string(), email: z.string(), phone: z.string() })
    .describe("What was recorded, as texts for the visitor"),
});

/** Only what the public page needs: never a user id or a credential. */
export const PublicFormResponse = z.object({
  slug: z.string(),
  ownerName: z.string(),
  logo: z.string().nullable(),
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
});
export type PublicForm = z.infer<typeof PublicFormResponse>;

const ACCOUNT_MISSING = messages.fields.accountRequired(null, null);

/** The forms of a submission's private page. */
export const PrivatePageForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("withdraw") }),
  z.object({
    intent: z.literal("account"),
    reference: z
      .string(ACCOUNT_MISSING)
      .trim()
      .min(1, ACCOUNT_MISSING)
      .max(ANSWER_MAX, messages.fields.accountLong),
  }),
]);
