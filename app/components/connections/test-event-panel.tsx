import { Field } from "#app/components/forms/field.tsx";
import { InputForm } from "#app/components/forms/input-form.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { CodeBlock } from "#app/components/ui/code-block.tsx";
import { Panel } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { ConnectionForm, TestEventResponse } from "#app/schemas/connections.ts";
import type { IntegrationCard } from "#app/schemas/integration-card.ts";
import styles from "./test-event-panel.module.css";

type TestEventPanelProps = {
  integration: IntegrationCard;
  tested: TestEventResponse | null;
  /** What to do once it was accepted. */
  next: React.ReactNode;
};

/** Sends one event as a test, with the platform's response beside the form. */
export function TestEventPanel({ integration, tested, next }: TestEventPanelProps) {
  const { name, connection, testModeKind, testMode } = integration;
  return (
    <Panel title="Test event">
      <div className={styles.columns} id="test">
        <InputForm<typeof ConnectionForm>
          intent="test-event"
          className={styles.form}
          defaultValue={{ testEventCode: testMode?.code ?? "" }}
          submit="Send test event"
          pending="Sending"
          kind={connection && connection.lastAcceptedAt === null ? "primary" : "plain"}
        >
          {(fields) => (
            <>
              <p className={text.secondary}>
                Sends one event with your own email, the way real ones go. No claim is needed.
              </p>
              <input type="hidden" name="connectionId" value={connection?.id} />
              {testModeKind === "code" ? (
                <Field
                  label="Test event code"
                  field={fields.testEventCode}
                  autoComplete="off"
                  spellCheck={false}
                  hint={`Required. ${name} shows it in its view of test events.`}
                />
              ) : null}
            </>
          )}
        </InputForm>
        <div className={styles.response} aria-live="polite">
          {tested ? (
            <>
              <Response name={name} tested={tested} />
              {isAccepted(tested) ? next : null}
            </>
          ) : (
            <p className={text.small}>{name}’s response appears here.</p>
          )}
        </div>
      </div>
    </Panel>
  );
}

const isAccepted = ({ outcome }: TestEventResponse) => outcome === "accepted" || outcome === "submitted";

function Response({ name, tested }: { name: string; tested: TestEventResponse }) {
  const { httpStatus, durationMs, message, remedy, traceId, request, response } = tested;
  const isGood = isAccepted(tested);
  const time = durationMs === null ? "" : ` in ${formatNumber(durationMs)} ms`;
  return (
    <>
      <Alert tone={isGood ? "verd" : "alarm"} role="status">
        <b className={text.strong}>
          {isGood ? `${name} accepted the test event.` : `${name} refused the test event.`}
        </b>{" "}
        <span className={text.secondary}>
          {remedy ?? (httpStatus === null ? "" : `Status ${httpStatus}${time}.`)}
        </span>
      </Alert>
      {message && !isGood ? <p className={text.code}>{message}</p> : null}
      {traceId ? <p className={text.code}>trace {traceId}</p> : null}
      {response ? <CodeBlock label={`${name}'s response`}>{response}</CodeBlock> : null}
      <details>
        <summary className={buttonClass({ isSmall: true })}>What was sent</summary>
        <CodeBlock label="The test event">{JSON.stringify(request, null, 2)}</CodeBlock>
      </details>
    </>
  );
}
