import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { z } from "zod";
import { CONVERSION_ACTIONS } from "#app/lib/domain.ts";
import { fitsCurrency } from "#app/lib/money.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { Email } from "#app/schemas/shared/email.ts";
import { ID_MAX, KEY_MAX, PHONE_MAX, REFERENCE_MAX, URL_MAX } from "#app/schemas/shared/limits.ts";
import { Amount, Currency } from "#app/schemas/shared/money.ts";

const emptyAsMissing = (value: unknown) =>
  typeof value === "string" && value.trim() === "" ? undefined : value;
const optionalText = (max: number) => z.preprocess(emptyAsMissing, z.string().trim().max(max).optional());

/** A phone number, parsed with the visitor's country as a hint and stored as E.164. */
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
    // Refused, not rounded: "1.234" in a currency with two digits may mean 1,234.
    .refine(({ amount, currency }) => !amount || !currency || fitsCurrency(amount, currency), {
      path: ["amount"],
      message: messages.fields.amountDigits,
    });

export type OptInInput = z.output<ReturnType<typeof build>>;

const byCountry = new Map<string, ReturnType<typeof build>>();

/** The public form's schema for the page, the /api operation and the OpenAPI document. */
export function optInInputFor(country: string | undefined): ReturnType<typeof build> {
  const key = country ?? "";
  let schema = byCountry.get(key);
  if (!schema) {
    schema = build(country as CountryCode | undefined);
    byCountry.set(key, schema);
  }
  return schema;
}

export const OptInResponse = z.object({
  submissionId: z.string(),
  /** The path of the visitor's private link: what was confirmed, what was sent, and how to withdraw. */
  privateHref: z.string(),
});

/** Only what the public page needs: never a user id or a credential. */
export const PublicFormResponse = z.object({
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
export type PublicForm = z.infer<typeof PublicFormResponse>;
