export type FieldError = { field: string; message: string };

const COUNTS = ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
const ONE = "One thing needs another look";
const MANY = "things need another look";

/** For the browser script, which makes the same summary: one wording for both. */
export const summaryWords = { "data-one": ONE, "data-many": MANY, "data-counts": COUNTS.join() };

type Props = { errors: FieldError[]; notice: string | null; linked: readonly string[] };

/** What needs another look, on top, with focus on load; a field that the page does not show gets no link. */
export function ErrorSummary({ errors, notice, linked }: Props) {
  if (errors.length === 0 && notice === null) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: the answer to a failed post begins at what went wrong, script or not
    <div className="sum" id="sum" tabIndex={-1} autoFocus>
      <div role="alert">
        {notice !== null && <p>{notice}</p>}
        {errors.length > 0 && (
          <>
            <h2>{heading(errors.length)}</h2>
            <ul>
              {errors.map(({ field, message }) => (
                <li key={field}>{linked.includes(field) ? <a href={`#${field}`}>{message}</a> : message}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}

function heading(count: number): string {
  return count === 1 ? ONE : `${COUNTS[count - 2] ?? count} ${MANY}`;
}
