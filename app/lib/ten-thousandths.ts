import { withoutEnd } from "./without-end.ts";

/** Sums that a database gives as text with four digits, in ten-thousandths: exact, and fast to add. */
export const toTenThousandths = (sum: string | number): bigint =>
  typeof sum === "number" ? BigInt(sum) * 10_000n : BigInt(sum.replace(".", ""));

/** Of what is counted in whole numbers. */
export const toWholeNumber = (parts: bigint): number => Number(parts / 10_000n);

const toDigits = (parts: bigint) => (parts < 0n ? -parts : parts).toString().padStart(5, "0");
const sign = (parts: bigint) => (parts < 0n ? "-" : "");

/** With four digits. */
export function toFourDigits(parts: bigint): string {
  const digits = toDigits(parts);
  return `${sign(parts)}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** Without zeros at the end. */
export function toDecimalText(parts: bigint): string {
  const digits = toDigits(parts);
  const fraction = withoutEnd(digits.slice(-4), "0");
  return `${sign(parts)}${digits.slice(0, -4)}${fraction && `.${fraction}`}`;
}
