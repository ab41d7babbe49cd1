import type { FormMetadata } from "@conform-to/react";
import { useEffect, useRef } from "react";

type ErrorSummaryProps = {
  // biome-ignore lint/suspicious/noExplicitAny: it reads no value, so any form's shape will do
  form: FormMetadata<any, string[]>;
};

/** On top of a form that was sent back: how many problems, and a link to each field. It has the focus, without script too. */
export function ErrorSummary({ form }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  const problems = Object.entries(form.allErrors).flatMap(([name, errors]) =>
    (errors ?? []).map((message) => ({ name, message })),
  );
  const words = problems.map(({ message }) => message).join();
  useEffect(() => {
    if (words) summary.current?.focus();
  }, [words]);
  if (problems.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: the reader has to meet what went wrong first
    <div className="summary" ref={summary} tabIndex={-1} autoFocus>
      <div role="alert">
        <h2>There is a problem</h2>
        {problems.length > 1 ? <p className="sub">{problems.length} answers need another look.</p> : null}
        <ul>
          {problems.map(({ name, message }) => (
            <li key={name + message}>{name ? <a href={`#${form.id}-${name}`}>{message}</a> : message}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
