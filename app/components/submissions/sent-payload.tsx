import { SentRequest } from "#app/components/deliveries/sent-request.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { CodeBlock } from "#app/components/ui/code-block.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { CaretDownIcon } from "#app/components/ui/icons.ts";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { countTries, nameTry } from "#app/lib/tries.ts";
import type { AttemptResponse, DeliveryResponse } from "#app/schemas/submissions.ts";
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
          {named(attempts).map(({ attempt, name }) => (
            <div key={attempt.number} className={styles.attempt}>
              <p className={text.label}>
                {capitalized(name)}, response in {formatNumber(attempt.durationMs)} ms
                {attempt.httpStatus ? ` with status ${attempt.httpStatus}` : ""}
              </p>
              {isErased ? (
                <p className={text.small}>This request was erased with the person.</p>
              ) : (
                <SentRequest name={name} request={attempt.request} />
              )}
              {attempt.response ? (
                <CodeBlock label={`Response to ${name}`}>{attempt.response}</CodeBlock>
              ) : null}
            </div>
          ))}
        </div>
      </details>
    ));
}

function named(attempts: AttemptResponse[]): { attempt: AttemptResponse; name: string }[] {
  const tries = countTries(attempts);
  return attempts.map((attempt) => ({ attempt, name: nameTry(tries.get(attempt.number)) }));
}

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
