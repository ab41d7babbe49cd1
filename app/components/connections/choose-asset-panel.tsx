import { getFormProps } from "@conform-to/react";
import clsx from "clsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import layout from "#app/components/ui/layout.module.css";
import { Panel, panelBodyClass } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { FormReply } from "#app/lib/form-reply.ts";
import type { IntegrationCard } from "#app/schemas/integration-card.ts";
import styles from "./connection-form.module.css";
import { assetChoice, capitalized } from "./integration-state.ts";

type ChooseAssetPanelProps = {
  integration: IntegrationCard;
  choices: { id: string; name: string }[];
  lastResult: FormReply | undefined;
};

/** Chooses what receives the events. The credential waits for it on the server. */
export function ChooseAssetPanel({ integration, choices, lastResult }: ChooseAssetPanelProps) {
  const { name, assetWord, assetIdHint, settingFields, connection } = integration;
  const chosen = choices.some(({ id }) => id === connection?.assetId) ? connection?.assetId : choices[0]?.id;
  const [form, fields] = useForm<{ assetId: string; managerId: string; windowDays: string }>({
    id: "choose",
    intent: "choose",
    lastResult,
    defaultValue: {
      assetId: chosen ?? connection?.assetId ?? "",
      ...Object.fromEntries(settingFields.map((setting) => [setting.name, setting.value])),
    },
  });
  return (
    <Panel title={`Choose the ${assetWord}`}>
      <PostForm intent="choose" className={clsx(panelBodyClass, styles.form)} {...getFormProps(form)}>
        <ErrorSummary formId={form.id} lastResult={lastResult} />
        <p className={text.secondary}>
          {name} accepts the sign-in. Choose the {assetWord} that receives the events within 15 minutes.
        </p>
        {choices.length > 0 ? (
          <SelectField
            label={capitalized(assetWord)}
            field={fields.assetId}
            choices={choices.map((choice) => ({ value: choice.id, label: assetChoice(choice) }))}
          />
        ) : (
          <Field
            label={`${capitalized(assetWord)} ID`}
            field={fields.assetId}
            autoComplete="off"
            hint={`${name} does not list them for this token. ${assetIdHint}.`}
          />
        )}
        {settingFields.map((setting) => (
          <Field
            key={setting.name}
            label={setting.label}
            field={fields[setting.name]}
            autoComplete="off"
            hint={setting.hint}
          />
        ))}
        <div className={layout.row}>
          <SubmitButton kind="primary" pending="Connecting">
            Use this {assetWord}
          </SubmitButton>
        </div>
      </PostForm>
      <PostForm intent="cancel-choice" className={panelBodyClass}>
        <SubmitButton kind="quiet" isSmall pending="Cancelling">
          Cancel
        </SubmitButton>
      </PostForm>
    </Panel>
  );
}
