import { z } from "zod";
import { messages } from "#app/schemas/messages/index.ts";

const { fields } = messages;
const COUNTRIES_MAX = 300;

const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const isCountry = (code: string): boolean => /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined;

const Country = z
  .string(fields.countryShape)
  .max(20, fields.countryShape)
  .transform((text) => text.trim().toUpperCase())
  .refine(isCountry, fields.countryShape);
/** ISO codes, each once, in their order. */
export const CountryList = z
  .array(Country)
  .min(1, fields.countriesMissing)
  .max(COUNTRIES_MAX, fields.countryShape)
  .transform((codes) => [...new Set(codes)].sort());

/** A list as a form has it, "DE, FR"; of nothing empty. */
export const TypedCountries = z
  .string()
  .max(2_000, fields.countryShape)
  .optional()
  .transform((text = "") => text.split(/[\s,;]+/).filter(Boolean))
  .pipe(z.array(Country).transform((codes) => [...new Set(codes)].sort()));
