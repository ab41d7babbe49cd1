import { Choice } from "#app/components/forms/choice.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import text from "#app/components/ui/text.module.css";
import { LIST_COLUMNS, type ListColumn } from "#app/lib/domain.ts";
import type { ReviewPreferences } from "#app/schemas/submission-forms.ts";
import { Key } from "./review-keys.tsx";
import styles from "./review-options.module.css";

const keys: [key: string, does: string, isDecision?: true][] = [
  ["/", "Search"],
  ["j k", "Next and previous claim"],
  ["Enter", "Open the claim"],
  ["a", "Open the claim, then mark it verified", true],
  ["r", "Open the claim, then reject it", true],
  ["u", "Undo the last decision", true],
  ["x", "Select the claim", true],
  ["Esc", "Close, or clear the selection"],
  ["?", "Show shortcuts"],
];

const columnNames: Record<ListColumn, string> = {
  source: "Came from",
  reference: "Account no.",
  when: "When",
};

/** How the list reviews claims, and its keys. */
export function ReviewOptions({
  preferences,
  canDecide,
}: {
  preferences: ReviewPreferences;
  canDecide: boolean;
}) {
  return (
    <Menu
      shortcut="?"
      summary={
        <>
          Options
          <Key>?</Key>
        </>
      }
    >
      <div className={styles.content}>
        <KeyValues
          facts={keys
            .filter(([, , isDecision]) => canDecide || !isDecision)
            .map(([key, does]) => ({ label: key, value: does }))}
        />
        <p className={text.small}>Got a data request? Search for the person’s email or phone number.</p>
        <PostForm intent="review-preferences" preventScrollReset className={styles.form}>
          <Choice
            label="Open the next claim after a decision"
            type="checkbox"
            name="opensNext"
            defaultChecked={preferences.opensNext}
          />
          <Choice
            label="Use keyboard shortcuts"
            type="checkbox"
            name="hasKeys"
            defaultChecked={preferences.hasKeys}
          />
          <fieldset className={styles.columns}>
            <legend>Columns on wide screens</legend>
            {LIST_COLUMNS.map((column) => (
              <Choice
                key={column}
                label={columnNames[column]}
                type="checkbox"
                name="columns"
                value={column}
                defaultChecked={preferences.columns.includes(column)}
              />
            ))}
          </fieldset>
          <SubmitButton isSmall pending="Saving">
            Save
          </SubmitButton>
        </PostForm>
      </div>
    </Menu>
  );
}
