import { Link } from "@remix-run/react";
import { Fragment } from "react";
import type { View } from "#app/components/submissions/submission-state.ts";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";

export type SinceVisitData = { at: string; parts: { text: string; href: string }[] };

/** What happened since the last visit, in one line. */
export function SinceVisit({ visit, view }: { visit: SinceVisitData; view: View }) {
  const time = <time dateTime={visit.at}>{formatDateTime({ at: visit.at, ...view })}</time>;
  if (visit.parts.length === 0)
    return <p className={text.secondary}>Nothing new since your visit at {time}.</p>;
  return (
    <p className={text.secondary}>
      Since your visit at {time}:{" "}
      {visit.parts.map((part, index) => (
        <Fragment key={part.text}>
          {index > 0 ? ", " : null}
          <Link to={part.href}>{part.text}</Link>
        </Fragment>
      ))}
      .
    </p>
  );
}
