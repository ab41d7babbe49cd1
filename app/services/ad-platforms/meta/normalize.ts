import { toCountryCode } from "#app/services/ad-platforms/shared/countries.ts";
import {
  hashText,
  normalizeEmailForHash,
  normalizePhone,
} from "#app/services/ad-platforms/shared/identifiers.ts";

/** The fields of Meta's `user_data` that are sent as SHA-256. */
export type MetaHashedField = "em" | "ph" | "country" | "external_id";

/**
 * The text Meta wants hashed for a field, or null where the field must be left out.
 * Rules: Meta's "Customer information parameters"; where its two libraries (business SDK 24.0.1 and Parameter
 * Builder 1.3.2) differ, the documentation decides. The table in the test names every such choice.
 */
export const metaNormalizers: Record<MetaHashedField, (text: string) => string | null> = {
  em: normalizeEmailForHash,
  ph: (text) => normalizePhone(text),
  country: toCountryCode,
  // Ids are compared exactly: changing the case could merge two people.
  external_id: (text) => text.normalize("NFC").trim() || null,
};

/**
 * The SHA-256 (lower-case hex) of a field's normalized text; null where the field must be left out.
 * A value that is a SHA-256 already passes in lower case, as in both of Meta's libraries. An MD5 does not.
 */
export const hashMetaField = (field: MetaHashedField, value: string | null): string | null =>
  hashText(value, metaNormalizers[field]);
