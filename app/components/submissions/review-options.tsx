import { useRef } from "react";
import { Choice } from "#app/components/forms/choice.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import { useClosingDetails } from "#app/components/ui/use-closing-details.ts";
import type { ReviewPreferences } from "#app/schemas/submissions.ts";
import { Key } from "./review-keys.tsx";
import popover from "./review-options.module.css";

const keys: [string, string][] = [
  ["/", "Search"],
  ["j k", "Next and previous claim"],
  ["Enter", "Open the claim"],
  ["a", "Mark verified"],
  ["r", "Reject"],
  ["u", "Undo the last decision"],
  ["x", "Select the claim"],
  ["Esc", "Close"],
  ["?", "These keys"],
];

/** How the list reviews claims, and its keys. */
export function ReviewOptions({ preferences }: { preferences: ReviewPreferences }) {
  const details = useRef<HTMLDetailsElement>(null);
  useClosingDetails(details);
  return (
    <details ref={details} className={popover.details} data-floating>
      <summary className={buttonClass({})} aria-keyshortcuts="?">
        Options
        <Key>?</Key>
      </summary>
      <div className={popover.content}>
        <KeyValues facts={keys.map(([key, does]) => ({ label: key, value: does }))} />
        <PostForm intent="review-preferences" preventScrollReset className={popover.form}>
          <Choice
            label="Open the next claim after a decision"
            type="checkbox"
            name="opensNext"
            defaultChecked={preferences.opensNext}
          />
          <Choice
            label="Use single keys"
            type="checkbox"
            name="hasKeys"
            defaultChecked={preferences.hasKeys}
          />
          <SubmitButton isSmall pending="Saving">
            Save
          </SubmitButton>
        </PostForm>
      </div>
    </details>
  );
}
