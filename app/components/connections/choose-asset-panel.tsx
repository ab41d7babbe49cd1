import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { panelBodyClass } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { ConnectionForm } from "#app/schemas/connections.ts";
import type { IntegrationCard } from "#app/schemas/integration-card.ts";
import styles from "./connection-form.module.css";
import { assetChoice, capitalized } from "./integration-state.ts";

type ChooseAssetPanelProps = { integration: IntegrationCard; choices: { id: string; name: string }[] };

/** Chooses what receives the events. The credential waits for it on the server. */
export function ChooseAssetPanel({ integration, choices }: ChooseAssetPanelProps) {
  const { name, assetWord, assetIdHint, settingFields, connection } = integration;
  const chosen = choices.some(({ id }) => id === connection?.assetId) ? connection?.assetId : choices[0]?.id;
  const cancel = (
    <PostForm intent="cancel-choice" className={panelBodyClass}>
      <SubmitButton kind="quiet" isSmall pending="Cancelling">
        Cancel
      </SubmitButton>
    </PostForm>
  );
  return (
    <FormPanel<typeof ConnectionForm>
      title={`Choose the ${assetWord}`}
      intent="choose"
      className={styles.form}
      defaultValue={{
        assetId: chosen ?? connection?.assetId ?? "",
        ...Object.fromEntries(settingFields.map((setting) => [setting.name, setting.value])),
      }}
      submit={`Use this ${assetWord}`}
      pending="Connecting"
      below={cancel}
    >
      {(fields) => (
        <>
          <p className={text.secondary}>
            Token accepted. Choose a {assetWord}; this step expires in 15 minutes.
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
        </>
      )}
    </FormPanel>
  );
}
