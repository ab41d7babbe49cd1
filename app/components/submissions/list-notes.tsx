import { Link } from "@remix-run/react";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";

type ListNotesProps = {
  /** The search, if it is somebody's email or phone number. */
  person: string | null;
  /** Whether the claims are those whose events did not arrive. */
  areProblems: boolean;
};

/** Where more is known of what the list shows: of a person, or of events that ad platforms did not take. */
export function ListNotes({ person, areProblems }: ListNotesProps) {
  return (
    <>
      {person === null ? null : (
        <p className={text.secondary}>
          Got a data request? <Link to={paths.person({ search: person })}>Everything about this person</Link>{" "}
          has their claims, a copy of them and their erasure.
        </p>
      )}
      {areProblems ? (
        <p className={text.secondary}>
          What ad platforms answered is in the{" "}
          <Link to={paths.deliveries({ outcome: "fault" })}>delivery log</Link>.
        </p>
      ) : null}
    </>
  );
}
