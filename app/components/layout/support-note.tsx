import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { WarningIcon } from "#app/components/ui/icons.ts";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import styles from "./support-note.module.css";

export type SupportNoteData = {
  /** Whose workspace an administrator works in; null for the members of that workspace. */
  workspaceName: string | null;
  until: string;
};

type SupportNoteProps = { note: SupportNoteData | null; timeZone: string; now: string };

/** Shown to the administrator and to the members while support access is in use. */
export function SupportNote({ note, timeZone, now }: SupportNoteProps) {
  if (!note) return null;
  const { workspaceName, until } = note;
  const end = formatDateTime({ at: until, timeZone, now });
  return (
    <section className={styles.note} aria-label="Support access">
      <Icon of={WarningIcon} />
      <p>
        {workspaceName === null ? (
          <>
            <b className={text.strong}>Support is working in your workspace</b>, until {end} at the latest.
          </>
        ) : (
          <>
            <b className={text.strong}>You are working in the workspace of {workspaceName}</b>, until {end}.
            What you change is logged.
          </>
        )}
      </p>
      <PostForm
        intent={workspaceName === null ? "end-support" : "leave-support"}
        action={paths.supportNote()}
        isOfAccount={workspaceName !== null}
      >
        <SubmitButton isSmall pending="Ending">
          {workspaceName === null ? "End support access" : "Leave"}
        </SubmitButton>
      </PostForm>
    </section>
  );
}
