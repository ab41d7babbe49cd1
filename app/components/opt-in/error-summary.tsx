import type { FieldError } from "#app/lib/errors.ts";
import type { Catalogue } from "#app/schemas/languages/index.ts";
import { useTexts } from "./language.tsx";

/** As many as the form has fields that may be wrong. */
const PROBLEMS_MAX = 8;

/** For the browser script, which fills the same summary. */
export const summaryHeadings = ({ form }: Catalogue): string =>
  Array.from({ length: PROBLEMS_MAX }, (_, index) => form.problems(index + 1)).join("|");

type Props = { errors: FieldError[]; notice: string | null; linked: readonly string[] };

/**
 * The errors, on top, with focus on load; a field that the page does not show gets no link.
 * Empty and hidden without errors: the browser script fills it.
 */
export function OptInErrorSummary({ errors, notice, linked }: Props) {
  const { form } = useTexts();
  const isNeeded = errors.length > 0 || notice !== null;
  return (
    // biome-ignore lint/a11y/noAutofocus: without script too, a refused form opens at its errors
    <div className="summary" id="summary" tabIndex={-1} autoFocus={isNeeded} hidden={!isNeeded}>
      <div role="alert">
        {notice !== null && <p>{notice}</p>}
        {errors.length > 0 && (
          <>
            <h2>{form.problems(errors.length)}</h2>
            <ul>
              {errors.map(({ field, message }) => (
                <li key={`${field} ${message}`}>
                  {linked.includes(field) ? <a href={`#${field}`}>{message}</a> : message}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}
