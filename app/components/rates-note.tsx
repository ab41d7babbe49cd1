import { useCurrency } from "#app/components/currency.tsx";
import { Note } from "#app/components/ui/note.tsx";
import { shortDate } from "#app/lib/moments.ts";

type RatesNoteProps = {
  /** The currencies of the page's amounts: where all are the account's, rates are no matter. */
  of: (string | null)[];
};

/** That amounts in other currencies are reckoned with rates that are not the newest. */
export function RatesNote({ of }: RatesNoteProps) {
  const context = useCurrency();
  if (!context?.isStale || context.isLoading) return null;
  if (of.every((currency) => currency === null || currency === context.currency)) return null;
  return (
    <Note role="status">
      <b className="strong">Exchange rates are of {shortDate(context.date)}.</b>{" "}
      {context.error
        ? "The bank could not be reached for newer ones. We try again by ourselves."
        : "Newer ones are on their way."}
    </Note>
  );
}
