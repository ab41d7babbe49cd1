import { useSubmit } from "@remix-run/react";
import { useCallback } from "react";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { useShownWorkspace } from "#app/components/forms/shown-workspace.ts";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { FlashNote } from "#app/components/layout/flash.tsx";
import { useRootData } from "#app/components/layout/root-data.ts";
import { TabIdField, tabId } from "#app/components/live/tab-id-field.tsx";
import { Key } from "./review-keys.tsx";

const undoing = (id: string) => ({ intent: "decide", submissionId: id, nextId: id, status: "pending" });

/** The last action's message, with a button that undoes a decision. */
export function DecisionFlash() {
  const undo = useRootData()?.flash?.undo;
  const submit = useSubmit();
  const shownWorkspace = useShownWorkspace();
  const onUndo = useCallback(
    (id: string) =>
      submit(
        { ...undoing(id), ...(shownWorkspace && { shownWorkspace }), tab: tabId },
        { method: "post", preventScrollReset: true },
      ),
    [submit, shownWorkspace],
  );
  return (
    <>
      <FlashNote onUndo={onUndo} />
      {undo ? (
        <PostForm intent="decide" preventScrollReset>
          {Object.entries(undoing(undo))
            .filter(([name]) => name !== "intent" && name !== "status")
            .map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
          <TabIdField />
          <SubmitButton isSmall name="status" value="pending" pending="Undoing" shortcut="u">
            Undo the last decision
            <Key>u</Key>
          </SubmitButton>
        </PostForm>
      ) : null}
    </>
  );
}
