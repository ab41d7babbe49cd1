import { getCollectionProps, getFormProps } from "@conform-to/react";
import { Choice } from "#app/components/forms/choice.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { FieldGroup } from "#app/components/forms/field-box.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Panel, PanelBody, panelBodyClass } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { FormReply } from "#app/lib/form-reply.ts";
import { paths } from "#app/paths.ts";
import { SCOPE_LABELS } from "#app/schemas/api-keys.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { SCOPES } from "#app/schemas/scopes.ts";

const lifetimes = [
  { value: "90", label: "90 days" },
  { value: "30", label: "30 days" },
  { value: "365", label: "1 year" },
  { value: "never", label: "Never" },
];

type NewKey = { name: string; scopes: string[]; lifetime: string };

export function CreateApiKey({
  isProven,
  typed,
  onceId,
  lastResult,
}: {
  isProven: boolean;
  /** What was asked for before the password was. */
  typed: NewKey | null;
  /** The key's id, so that the same form sent twice makes one. */
  onceId: string;
  lastResult: FormReply | undefined;
}) {
  const [form, fields] = useForm<NewKey>({
    id: "new-key",
    intent: "create",
    lastResult,
    defaultValue: typed ?? { lifetime: "90" },
  });
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
  const scopes = getCollectionProps(fields.scopes, { type: "checkbox", options: [...SCOPES] });
  return (
    <Panel title="New key">
      <PostForm intent="create" className={panelBodyClass} {...getFormProps(form)}>
        {typed && !lastResult ? (
          <Alert tone="copper" role="status">
            {messages.apiKeys.notMadeYet}
          </Alert>
        ) : null}
        <ErrorSummary formId={form.id} lastResult={lastResult} />
        <input type="hidden" name="onceId" value={onceId} />
        <Field
          label="Name"
          field={fields.name}
          autoComplete="off"
          hint="What it is for, for example Zapier."
        />
        <FieldGroup legend="Permissions" field={fields.scopes}>
          {scopes.map(({ key, ...props }, index) => (
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
          ))}
        </FieldGroup>
        <SelectField label="Expires after" field={fields.lifetime} choices={lifetimes} />
        <SubmitButton kind="primary" pending="Creating">
          Create key
        </SubmitButton>
      </PostForm>
    </Panel>
  );
}
