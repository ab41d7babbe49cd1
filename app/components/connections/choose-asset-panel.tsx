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
  const { connect, assetWord, assetIdHint, assetAccount, settingFields, connection } = integration;
  const chosen = choices.some(({ id }) => id === connection?.assetId) ? connection?.assetId : choices[0]?.id;
  const [current = "", account = ""] = (connection?.assetId ?? "").split("/").reverse();
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
      alsoShows={["connect"]}
      className={styles.form}
      defaultValue={{
        assetId: chosen ?? (assetAccount ? current : (connection?.assetId ?? "")),
        accountId: account,
        ...Object.fromEntries(settingFields.map((setting) => [setting.name, setting.value])),
      }}
      submit={`Use this ${assetWord}`}
      pending="Connecting"
      below={cancel}
    >
      {(fields) => (
        <>
          <p className={text.secondary}>
            {choices.length > 0 || connect === "oauth"
              ? `Token accepted. Choose a ${assetWord}; this step expires in 15 minutes.`
              : `We keep the token for 15 minutes. Enter the ID of the ${assetWord} that receives the events.`}
          </p>
          {assetAccount ? (
            <Field
              label={assetAccount.label}
              field={fields.accountId}
              autoComplete="off"
              hint={`${assetAccount.hint}.`}
            />
          ) : null}
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
              hint={`${assetIdHint}.`}
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
