import type { FieldMetadata } from "@conform-to/react";
import { FieldErrorText } from "#app/components/forms/field-error.tsx";
import { PasswordProof } from "#app/components/forms/password-proof.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";

type ProofQuestionProps = { field: FieldMetadata<string>; hasPassword: boolean; returnTo: string };

/** Asked before visitors are led to another address, or another site shows the form. Nothing typed is lost. */
export function ProofQuestion({ field, hasPassword, returnTo }: ProofQuestionProps) {
  return (
    <Panel title="Confirm that it is you">
      <PanelBody isRoomy>
        <p className={text.secondary}>
          Visitors will be led to another address, or another site will show your form. Your changes are not
          saved yet.
        </p>
        {hasPassword ? (
          <PasswordProof field={field} isProven={false} />
        ) : (
          <>
            <FieldErrorText id={field.errorId} errors={field.errors} />
            <a id={field.id} href={paths.reauthenticate({ returnTo })} target="_blank" rel="noreferrer">
              Confirm in a new tab
            </a>
          </>
        )}
      </PanelBody>
    </Panel>
  );
}
