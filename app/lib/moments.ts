/** A locale for `Intl` whose digits are those of the other fields: addresses, phones and account numbers. */
export const withLatinDigits = (locale: string): string => `${locale}-u-nu-latn`;

/** `November 20, 2026, 18:14`. Without a time zone it is the one of the browser. */
export function formatMoment(moment: Date, locale: string, timeZone?: string): string {
  return moment
    .toLocaleString(withLatinDigits(locale), {
      dateStyle: "long",
      timeStyle: "short",
      hourCycle: "h23",
      ...(timeZone && { timeZone }),
    })
    .replace(" at ", ", ");
}
