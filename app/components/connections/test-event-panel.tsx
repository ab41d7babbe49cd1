import { getFormProps } from "@conform-to/react";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { Alert } from "#app/components/ui/alert.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { CodeBlock } from "#app/components/ui/code-block.tsx";
import { Panel } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { FormReply } from "#app/lib/form-reply.ts";
import type { TestEventResponse } from "#app/schemas/connections.ts";
import type { IntegrationCard } from "#app/schemas/integration-card.ts";
import styles from "./test-event-panel.module.css";

type TestEventPanelProps = {
  integration: IntegrationCard;
  tested: TestEventResponse | null;
  lastResult: FormReply | undefined;
};

/** Sends one event as a test, with the platform's response beside the form. */
export function TestEventPanel({ integration, tested, lastResult }: TestEventPanelProps) {
  const { name, connection, testModeKind, testMode } = integration;
  const [form, fields] = useForm<{ testEventCode: string }>({
    id: "test-event",
    intent: "test-event",
    lastResult,
    defaultValue: { testEventCode: testMode?.code ?? "" },
  });
  return (
    <Panel title="Test event">
      <div className={styles.columns} id="test">
        <PostForm intent="test-event" className={styles.form} {...getFormProps(form)}>
          <ErrorSummary formId={form.id} lastResult={lastResult} />
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
              hint={`${name} shows it in its view of test events.`}
            />
          ) : null}
          <SubmitButton pending="Sending">Send test event</SubmitButton>
        </PostForm>
        <div className={styles.response} aria-live="polite">
          {tested ? (
            <Response name={name} tested={tested} />
          ) : (
            <p className={text.small}>{name}’s response appears here.</p>
          )}
        </div>
      </div>
    </Panel>
  );
}

function Response({ name, tested }: { name: string; tested: TestEventResponse }) {
  const { outcome, httpStatus, durationMs, message, remedy, traceId, request, response } = tested;
  const isGood = outcome === "accepted" || outcome === "submitted";
  const time = durationMs === null ? "" : ` in ${durationMs.toLocaleString("en-US")} ms`;
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
