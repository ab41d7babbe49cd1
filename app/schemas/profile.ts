import { isSupportedCountry } from "libphonenumber-js/max";
import { z } from "zod";
import { readTimeZone } from "#app/lib/dates.ts";
import { parsePhone } from "#app/lib/read-phone.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { Email } from "#app/schemas/shared/email.ts";
import {
  PHONE_MAX,
  PLACE_MAX,
  POSTAL_CODE_MAX,
  STREET_MAX,
  USERNAME_MAX,
  USERNAME_MIN,
} from "#app/schemas/shared/limits.ts";
import { Currency } from "#app/schemas/shared/money.ts";
import { createNameSchema } from "#app/schemas/shared/name.ts";
import { hasAnyField } from "#app/schemas/shared/partial.ts";
import { readJson } from "#app/schemas/shared/stored-json.ts";

const { fields, profile } = messages;

export const Name = createNameSchema(fields.nameRequired);

export const Username = z
  .string(fields.usernameShape)
  .trim()
  .min(USERNAME_MIN, { error: fields.usernameShape, abort: true })
  .max(USERNAME_MAX, { error: fields.usernameShape, abort: true })
  .regex(/^[a-z0-9._-]+$/i, fields.usernameShape);

export const TimeZone = z
  .string()
  .max(64, fields.timeZoneShape)
  .transform((text, context) => {
    const zone = readTimeZone(text);
    if (zone !== null) return zone;
    context.addIssue({ code: "custom", message: fields.timeZoneShape });
    return z.NEVER;
  });

/** A form cannot send null: it says `zone`. */
const Region = z.preprocess(
  (text) => (text === "zone" ? null : text),
  z
    .string(fields.regionShape)
    .refine((code): boolean => isSupportedCountry(code), fields.regionShape)
    .nullable(),
);

const Preferences = z.object({
  currency: Currency.optional(),
  timezone: TimeZone.optional(),
  region: Region.optional().describe(
    "ISO 3166: whose dates and numbers the dashboard shows; null for the time zone's country",
  ),
  theme: z.enum(["light", "dark", "system"]).optional(),
});

export const ProfileInput = z
  .object({
    name: Name.optional(),
    username: Username.optional(),
    email: Email.optional(),
    preferences: Preferences.optional(),
  })
  .refine(hasAnyField, profile.nothingToChange);
export type ProfileInput = z.infer<typeof ProfileInput>;

/** The page's form sends all three. */
export const ProfileFields = z.object({ name: Name, username: Username, email: Email });
export type ProfileFields = z.infer<typeof ProfileFields>;
const ProfileForm = ProfileFields.extend({ intent: z.literal("profile") });

/** Currency, time zone and region are sent by owners only. */
export const PreferencesForm = Preferences.required({ theme: true }).extend({
  intent: z.literal("preferences"),
});

const place = (max: number, sentence: string) => z.string().trim().max(max, sentence);
const Address = z.object({
  street: place(STREET_MAX, fields.streetLong),
  city: place(PLACE_MAX, fields.cityLong),
  state: place(PLACE_MAX, fields.stateLong),
  postalCode: place(POSTAL_CODE_MAX, fields.postalCodeLong),
  country: place(PLACE_MAX, fields.countryLong),
});

export const AddressResponse = z.object({
  street: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
});
export type AddressResponse = z.infer<typeof AddressResponse>;

export const AddressInput = z.object({
  address: Address.partial().refine(hasAnyField, profile.nothingToChange),
});
export type AddressInput = z.infer<typeof AddressInput>;

/** Conform omits an empty field; in a form it means that the field was cleared. */
const AddressForm = z.object({
  intent: z.literal("address"),
  street: Address.shape.street.default(""),
  city: Address.shape.city.default(""),
  state: Address.shape.state.default(""),
  postalCode: Address.shape.postalCode.default(""),
  country: Address.shape.country.default(""),
});

/** Stored as E.164. The country code is required, because no country is known. Empty means none. */
const Phone = z
  .string(fields.phoneRequired)
  .max(PHONE_MAX, fields.phoneShape)
  .transform((text, context) => {
    if (text.trim() === "") return null;
    const parsed = parsePhone(text);
    if (parsed) return parsed.e164;
    context.addIssue({ code: "custom", message: fields.phoneShape });
    return z.NEVER;
  });

export const PhoneInput = z.object({ phoneNumber: Phone.nullable() });

const PhoneForm = z.object({ intent: z.literal("phone"), phoneNumber: Phone.default(null) });

export const AccountForm = z.discriminatedUnion("intent", [
  ProfileForm,
  z.object({ intent: z.enum(["resend-email", "cancel-email", "deactivate"]) }),
  AddressForm,
  PhoneForm,
]);

/** Stored as JSON text. Invalid JSON counts as missing. */
export function readAddress(stored: string | null): AddressResponse | null {
  const parsed = AddressResponse.safeParse(readJson(stored));
  return parsed.success ? parsed.data : null;
}
