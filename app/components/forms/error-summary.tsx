import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import text from "#app/components/ui/text.module.css";
import { joined } from "#app/lib/errors.ts";
import styles from "./error-summary.module.css";
import { isFormReply, useFormReply } from "./use-form-reply.ts";

type ErrorSummaryProps = {
  formId: string;
  /** The reply to the refused form. */
  lastResult: SubmissionResult<string[]> | undefined;
  /** Says all errors in one line, joined with a period. */
  isJoined?: boolean;
  /** Whether an error of the whole form disappears once one of its fields is changed. */
  clearsOnInput?: boolean;
  /** Fields that the page does not show: there is nothing to lead to. */
  absent?: string[];
  /** Adds to a message which row it is about. */
  describe?: (field: string, message: string) => string;
  /** What to do next, below the errors. */
  children?: React.ReactNode;
};

/** The errors on top of a refused form, with a link to each field. It takes the focus, even without script. */
export function ErrorSummary({
  formId,
  lastResult,
  isJoined = false,
  clearsOnInput = false,
  absent = [],
  describe = (_, message) => message,
  children,
}: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  const isRefused = lastResult?.status === "error";
  const changed = useChangedFields(formId, lastResult);
  /** Nobody can correct it where it stands. */
  const isOfWhole = (field: string) => field === "" || absent.includes(field);
  const all = Object.entries((isRefused && lastResult.error) || {}).flatMap(([field, errors]) =>
    changed.has(field) || (isOfWhole(field) && clearsOnInput && changed.size > 0)
      ? []
      : (errors ?? []).map((message) => ({ field, message: describe(field, message) })),
  );
  useEffect(() => {
    if (lastResult?.status === "error") summary.current?.focus();
  }, [lastResult]);
  const hasErrors = all.length > 0;
  useEffect(() => {
    if (lastResult?.status !== "error" || !hasErrors) return;
    document.title = `Error: ${withoutPrefix(document.title)}`;
    return () => {
      document.title = withoutPrefix(document.title);
    };
  }, [lastResult, hasErrors]);
  if (!hasErrors) return null;
  const problems = isJoined
    ? [{ field: all.find(({ field }) => !isOfWhole(field))?.field ?? "", message: joined(all) }]
    : all;
  return (
    // biome-ignore lint/a11y/noAutofocus: without script too, a refused form opens at its errors
    <div className={styles.summary} ref={summary} tabIndex={-1} autoFocus>
      <div role="alert">
        <h2>There is a problem</h2>
        {problems.length > 1 ? (
          <p className={text.secondary}>{problems.length} answers need another look.</p>
        ) : null}
        <ul>
          {problems.map(({ field, message }) => (
            <li key={field + message}>
              {!isOfWhole(field) ? (
                <a href={`#${formId}-${field}`} onClick={focusTarget}>
                  {message}
                </a>
              ) : (
                message
              )}
            </li>
          ))}
        </ul>
        {children}
      </div>
    </div>
  );
}

type PageErrorsProps = {
  /** The intents of the forms that show their errors themselves. */
  except?: string[];
} & Pick<ErrorSummaryProps, "absent">;

/** The errors on top of a page of its forms without fields, such as the buttons of a list. */
export function PageErrors({ except = [], absent }: PageErrorsProps) {
  const reply = useFormReply();
  if (!isFormReply(reply) || except.includes(reply.form)) return null;
  return <ErrorSummary key={reply.form} formId={reply.form} lastResult={reply} absent={absent} />;
}

/** The fields that were changed since the form was refused: their own messages are gone. */
function useChangedFields(formId: string, lastResult: SubmissionResult<string[]> | undefined) {
  const [changed, setChanged] = useState<{ of: typeof lastResult; fields: ReadonlySet<string> }>();
  useEffect(() => {
    if (lastResult?.status !== "error") return;
    const onInput = ({ target }: Event) => {
      const field = target as HTMLInputElement;
      if (field.form?.id !== formId) return;
      setChanged((known) => ({
        of: lastResult,
        fields: new Set(known?.of === lastResult ? known?.fields : []).add(field.name),
      }));
    };
    document.addEventListener("input", onInput);
    return () => document.removeEventListener("input", onInput);
  }, [formId, lastResult]);
  return changed?.of === lastResult && changed ? changed.fields : NONE;
}

const NONE: ReadonlySet<string> = new Set();

const withoutPrefix = (title: string) => title.replace(/^Error: /, "");

/** Moves the focus without changing the URL, because Remix would discard the reply. */
function focusTarget(event: React.MouseEvent<HTMLAnchorElement>): void {
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.focus();
}
