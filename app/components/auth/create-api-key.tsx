import { getCollectionProps } from "@conform-to/react";
import { Choice } from "#app/components/forms/choice.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { FieldGroup } from "#app/components/forms/field-box.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import { type ApiKeyForm, SCOPE_LABELS } from "#app/schemas/api-keys.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { SCOPES } from "#app/schemas/scopes.ts";

const lifetimes = [
  { value: "90", label: "90 days" },
  { value: "30", label: "30 days" },
  { value: "365", label: "1 year" },
  { value: "never", label: "Never" },
];

type CreateApiKeyProps = {
  isProven: boolean;
  /** The key's name and scopes, as typed before the password was required. */
  typed: { name: string; scopes: string[]; lifetime: string } | null;
  /** The key's id, so that the same form sent twice makes one. */
  onceId: string;
};

export function CreateApiKey({ isProven, typed, onceId }: CreateApiKeyProps) {
  if (!isProven) {
    const returnTo = paths.settings({ section: "api-keys" });
    return (
      <Panel title="New key">
        <PanelBody>
          <p className={text.secondary}>{messages.auth.proofNeeded}</p>
          <div>
            <ButtonLink kind="primary" to={paths.reauthenticate({ returnTo })}>
              Confirm password…
            </ButtonLink>
          </div>
        </PanelBody>
      </Panel>
    );
  }
  return (
    <FormPanel<typeof ApiKeyForm>
      title="New key"
      id="new-key"
      intent="create"
      defaultValue={typed ?? { lifetime: "90" }}
      submit="Create key"
      pending="Creating"
    >
      {(fields, { reply }) => (
        <>
          {typed && !reply ? (
            <Alert tone="copper" role="status">
              {messages.apiKeys.notMadeYet}
            </Alert>
          ) : null}
          <input type="hidden" name="onceId" value={onceId} />
          <Field
            label="Name"
            field={fields.name}
            autoComplete="off"
            hint="What it is for, for example Zapier."
          />
          <FieldGroup legend="Permissions" field={fields.scopes}>
            {getCollectionProps(fields.scopes, { type: "checkbox", options: [...SCOPES] }).map(
              ({ key, ...props }, index) => (
                <Choice
                  key={key}
                  {...props}
                  label={
                    <>
                      {SCOPE_LABELS[SCOPES[index] ?? "stats:read"]}{" "}
                      <span className={text.code}>{SCOPES[index]}</span>
                    </>
                  }
                />
              ),
            )}
          </FieldGroup>
          <SelectField label="Expires after" field={fields.lifetime} choices={lifetimes} />
        </>
      )}
    </FormPanel>
  );
}
