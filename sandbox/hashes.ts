import { type Fields, toValues } from "./fields.ts";
import { isHashOfNothing } from "./values.ts";

const SHA256_HEX = /^[0-9a-f]{64}$/;

const isHash = (value: unknown) => SHA256_HEX.test(String(value));

/** The first of these fields that holds something else than SHA-256 in hex, or the hash of nothing. */
export const unhashedField = (fields: Fields, names: string[]): string | undefined =>
  names.find((name) => toValues(fields[name]).some((value) => !isHash(value) || isHashOfNothing(value)));

/** The first of these fields that holds a hash. */
export const hashedField = (fields: Fields, names: string[]): string | undefined =>
  names.find((name) => toValues(fields[name]).some(isHash));
