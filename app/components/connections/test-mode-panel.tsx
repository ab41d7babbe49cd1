import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import type { ConnectionForm } from "#app/schemas/connections.ts";
import type { IntegrationCard } from "#app/schemas/integration-card.ts";
import styles from "./connection-form.module.css";

const hours = [
  { value: "1", label: "1 hour" },
  { value: "4", label: "4 hours" },
  { value: "8", label: "8 hours" },
  { value: "24", label: "24 hours" },
];

type TestModePanelProps = {
  integration: IntegrationCard;
  view: { now: string; timeZone: string };
};

/** Marks all real events as tests for a while. */
export function TestModePanel({ integration, view }: TestModePanelProps) {
  const { name, connection, testMode, testModeKind, testModeText } = integration;
  if (testMode) {
    return (
      <Panel title="Test mode">
        <PanelBody>
          <Alert tone="copper">
            <b className={text.strong}>It is on{testMode.code ? ` with the code ${testMode.code}` : ""}.</b>{" "}
            <span className={text.secondary}>
              It ends by itself at {formatDateTime({ at: testMode.endsAt, ...view })}.
            </span>
          </Alert>
          <PostForm intent="end-test-mode">
            <SubmitButton pending="Ending" name="connectionId" value={connection?.id}>
              End test mode now
            </SubmitButton>
          </PostForm>
        </PanelBody>
      </Panel>
    );
  }
  return (
    <FormPanel<typeof ConnectionForm>
      title="Test mode"
      intent="start-test-mode"
      className={styles.form}
      defaultValue={{ hours: "1" }}
      submit="Start test mode"
      pending="Starting"
      kind="plain"
    >
      {(fields) => (
        <>
          <p className={text.secondary}>
            While it is on, {testModeText} at {name}. Use it before your first real claim.
          </p>
          <input type="hidden" name="connectionId" value={connection?.id} />
          {testModeKind === "code" ? (
            <Field
              label="Test event code"
              field={fields.testEventCode}
              autoComplete="off"
              spellCheck={false}
            />
          ) : null}
          <SelectField label="Ends by itself after" field={fields.hours} choices={hours} />
        </>
      )}
    </FormPanel>
  );
}
