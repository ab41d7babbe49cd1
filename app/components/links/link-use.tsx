import { ConfirmedPost } from "#app/components/forms/confirmed-post.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { CountedLinkResponse, LinkForm } from "#app/schemas/links.ts";

/** What an owner can change about a link. Its address stays, because it may have been posted. */
export function LinkUse({ link: { label, isArchived, claims } }: { link: CountedLinkResponse }) {
  return (
    <>
      <FormPanel<typeof LinkForm>
        title="Rename"
        intent="rename"
        defaultValue={{ label }}
        submit="Save"
        pending="Saving"
      >
        {(fields) => (
          <Field
            label="What it is for"
            field={fields.label}
            autoComplete="off"
            hint="Its address stays, because you may have posted it."
          />
        )}
      </FormPanel>
      <Panel title={isArchived ? "Archived" : "No longer in use?"}>
        <PanelBody isRoomy>
          <p className={text.secondary}>
            {isArchived
              ? "Restore the link to have it count again."
              : "An archived link leaves the list and no longer counts. Its address still leads to your form, and its claims keep its name."}
          </p>
          <div className={layout.row}>
            {isArchived ? (
              <PostForm intent="restore">
                <SubmitButton kind="primary" pending="Restoring">
                  Restore link
                </SubmitButton>
              </PostForm>
            ) : (
              <PostForm intent="archive">
                <SubmitButton pending="Archiving">Archive link</SubmitButton>
              </PostForm>
            )}
            {claims === 0 ? (
              <ConfirmedPost
                summary="Delete…"
                title="Delete this link?"
                intent="delete"
                label="Delete link"
                pending="Deleting"
              >
                <p className={text.secondary}>Its views are deleted too, and its name is free again.</p>
              </ConfirmedPost>
            ) : null}
          </div>
        </PanelBody>
      </Panel>
    </>
  );
}
