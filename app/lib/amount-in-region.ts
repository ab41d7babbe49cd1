import { getFormats } from "./regional-formats.ts";
import { readTypedAmount } from "./typed-amount.ts";

/**
 * An amount that was typed in a form of the workspace, as its region writes it: `1.250` is 1250 where a point groups.
 * What may mean two stays as it is, and `hasFittingDigits` refuses it. Not for programs, which write a decimal point.
 */
export function readInRegion(amount: string, currency: string): string {
  const reading = readTypedAmount(amount, currency, () => [getFormats().amountMarks]);
  return reading === null || reading.isDoubtful ? amount : reading.amount;
}

/** The same of a form's fields. */
export const withAmountInRegion = <T extends { amount?: string | undefined; currency?: string | undefined }>(
  fields: T,
): T =>
  fields.amount && fields.currency
    ? { ...fields, amount: readInRegion(fields.amount, fields.currency) }
    : fields;
