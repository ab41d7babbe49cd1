import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Confirmation } from "#app/components/ui/confirmation.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";

/** Deleting asks first, and says what stays. */
export function DeleteForm() {
  return (
    <Panel title="Delete the form">
      <PanelBody>
        <p className={text.secondary}>
          To close the form for a while, untick Open above. Deleting removes its settings from your account.
        </p>
        <Confirmation
          summary="Delete form…"
          title="Delete your form?"
          opensAt="start"
          act={
            <PostForm intent="delete">
              <SubmitButton kind="danger" pending="Deleting">
                Delete form
              </SubmitButton>
            </PostForm>
          }
        >
          <p>
            Nobody can confirm any more. Your claims, what was sent and visitors' private links stay, and the
            address stays reserved for you.
          </p>
        </Confirmation>
      </PanelBody>
    </Panel>
  );
}
