import { type Fields, toValues } from "./fields.ts";

const SHA256_HEX = /^[0-9a-f]{64}$/;

/** The first of these fields that holds something else than SHA-256 in hex. */
export const unhashedField = (fields: Fields, names: string[]): string | undefined =>
  names.find((name) => toValues(fields[name]).some((value) => !SHA256_HEX.test(String(value))));
