import { Alert } from "#app/components/ui/alert.tsx";
import text from "#app/components/ui/text.module.css";
import { shortDate } from "#app/lib/format-date.ts";
import { useCurrency } from "./currency-context.tsx";

type RatesNoteProps = {
  /** The currencies of the page's amounts: where all are the account's, rates are no matter. */
  of: (string | null)[];
};

/** Says that amounts in other currencies are converted at outdated rates. */
export function RatesNote({ of }: RatesNoteProps) {
  const context = useCurrency();
  if (!context?.isStale || context.isLoading) return null;
  if (of.every((currency) => currency === null || currency === context.currency)) return null;
  return (
    <Alert role="status">
      <b className={text.strong}>Exchange rates from {shortDate(context.date)}.</b>{" "}
      {context.error ? "We couldn't get newer ones and will keep trying." : "We're getting newer ones."}
    </Alert>
  );
}
