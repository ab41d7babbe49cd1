import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { z } from "zod";
import { fitsCurrency } from "#app/lib/money.ts";
import { Email } from "./email.ts";
import { ID_MAX, KEY_MAX, PHONE_MAX, REFERENCE_MAX, URL_MAX } from "./limits.ts";
import { messages } from "./messages.ts";
import { Amount, Currency } from "./money.ts";

export const CONVERSION_ACTIONS = ["deposit", "purchase", "subscription"] as const;
export type ConversionAction = (typeof CONVERSION_ACTIONS)[number];

const emptyAsMissing = (value: unknown) =>
  typeof value === "string" && value.trim() === "" ? undefined : value;
const optionalText = (max: number) => z.preprocess(emptyAsMissing, z.string().trim().max(max).optional());

/** A phone as typed, parsed with the visitor's country as a hint and kept as E.164. */
const phone = (country: CountryCode | undefined) =>
  z
    .string(messages.fields.phoneRequired)
    .max(PHONE_MAX, messages.fields.phoneShape)
    .transform((text, context) => {
      const typed = text.trim();
      const parsed =
        typed === "" ? undefined : parsePhoneNumberFromString(typed.replace(/^00/, "+"), country);
      if (!parsed?.isPossible()) {
        context.addIssue({
          code: "custom",
          message: typed === "" ? messages.fields.phoneRequired : messages.fields.phoneShape,
        });
        return z.NEVER;
      }
      return { e164: parsed.number as string, country: parsed.country ?? null };
    });

const build = (country: CountryCode | undefined) =>
  z
    .object({
      email: Email,
      phone: phone(country),
      platform: z
        .string(messages.fields.platformRequired)
        .min(1, messages.fields.platformRequired)
        .max(ID_MAX, messages.fields.platformRequired),
      amount: z.preprocess(emptyAsMissing, Amount.optional()),
      currency: z.preprocess(emptyAsMissing, Currency.optional()),
      reference: optionalText(REFERENCE_MAX),
      consent: z.preprocess(
        (value) => value === true || value === "on" || value === "true",
        z.literal(true, messages.fields.consentRequired),
      ),
      deviceId: optionalText(64),
      facebookPixelId: optionalText(ID_MAX),
      submissionKey: optionalText(KEY_MAX),
      formToken: optionalText(200),
      website: z.preprocess(emptyAsMissing, z.string().max(1000).optional()),
      pageUrl: optionalText(URL_MAX),
      referrer: optionalText(URL_MAX),
    })
    .refine((input) => input.amount === undefined || input.currency !== undefined, {
      path: ["currency"],
      message: messages.fields.currencyRequired,
    })
    // Refused rather than rounded: "1.234" of a currency with two digits may well mean a thousand.
    .refine(({ amount, currency }) => !amount || !currency || fitsCurrency(amount, currency), {
      path: ["amount"],
      message: messages.fields.amountDigits,
    });

export type OptInInput = z.output<ReturnType<typeof build>>;

const byCountry = new Map<string, ReturnType<typeof build>>();

/** The one schema of the public form: the page's post, the /api call and the OpenAPI document all use it. */
export function optInInputFor(country: string | undefined): ReturnType<typeof build> {
  const key = country ?? "";
  let schema = byCountry.get(key);
  if (!schema) {
    schema = build(country as CountryCode | undefined);
    byCountry.set(key, schema);
  }
  return schema;
}

export const OptInAnswer = z.object({
  submissionId: z.string(),
  /** The visitor's private link, a path of this site: what was confirmed, what was passed on, and the way to withdraw. */
  privateHref: z.string(),
});

/** What the public page needs, and nothing else: never a user id or a credential. */
export const PublicFormAnswer = z.object({
  slug: z.string(),
  ownerName: z.string(),
  logo: z.string().nullable(),
  title: z.string(),
  introduction: z.string().nullable(),
  action: z.enum(CONVERSION_ACTIONS),
  askAmount: z.boolean(),
  currency: z.string(),
  consentText: z.string(),
  successMessage: z.string().nullable(),
  redirectUrl: z.string().nullable(),
  platforms: z.array(z.object({ id: z.string(), name: z.string(), icon: z.string() })),
  facebookPixelId: z.string().nullable(),
});
export type PublicForm = z.infer<typeof PublicFormAnswer>;
