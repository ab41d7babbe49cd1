import { SentRequest } from "#app/components/deliveries/sent-request.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { CodeBlock } from "#app/components/ui/code-block.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { CaretDownIcon } from "#app/components/ui/icons.ts";
import text from "#app/components/ui/text.module.css";
import type { DeliveryResponse } from "#app/schemas/submissions.ts";
import styles from "./sent-payload.module.css";

type SentPayloadProps = {
  deliveries: DeliveryResponse[];
  /** The requests were erased with the person. */
  isErased: boolean;
};

/** Each attempt's request, with hashed identifiers, and its response, unchanged. */
export function SentPayload({ deliveries, isErased }: SentPayloadProps) {
  return deliveries
    .filter(({ attempts }) => attempts.length > 0)
    .map(({ id, platformName, eventId, attempts }) => (
      <details key={id}>
        <summary className={buttonClass({ isSmall: true }, styles.summary)}>
          What was sent to {platformName}
          <Icon of={CaretDownIcon} />
        </summary>
        <div className={styles.attempts}>
          <p className={text.code}>event ID {eventId}</p>
          {attempts.map((attempt) => (
            <div key={attempt.number} className={styles.attempt}>
              <p className={text.label}>
                Try {attempt.number}, response in {attempt.durationMs.toLocaleString("en-US")} ms
                {attempt.httpStatus ? ` with status ${attempt.httpStatus}` : ""}
              </p>
              {isErased ? (
                <p className={text.small}>This request was erased with the person.</p>
              ) : (
                <SentRequest number={attempt.number} request={attempt.request} />
              )}
              {attempt.response ? (
                <CodeBlock label={`Response to try ${attempt.number}`}>{attempt.response}</CodeBlock>
              ) : null}
            </div>
          ))}
        </div>
      </details>
    ));
}
