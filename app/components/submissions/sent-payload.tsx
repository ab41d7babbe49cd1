import { Icon } from "#app/components/ui/icon.tsx";
import { CaretDownIcon } from "#app/components/ui/icons.ts";
import type { DeliveryResponse } from "#app/schemas/submissions.ts";

/** The request of each try with its identifiers hashed, and what came back, word for word. */
export function SentPayload({ deliveries }: { deliveries: DeliveryResponse[] }) {
  return deliveries
    .filter(({ attempts }) => attempts.length > 0)
    .map(({ id, platformName, eventId, attempts }) => (
      <details key={id}>
        <summary className="btn btn-sm wide">
          What was sent to {platformName}
          <Icon of={CaretDownIcon} />
        </summary>
        <div>
          <p className="code">event id {eventId}</p>
          {attempts.map((attempt) => (
            <div key={attempt.number} className="grid gap-2">
              <p className="label">
                Try {attempt.number}, answered in {attempt.durationMs.toLocaleString("en-US")} ms
                {attempt.httpStatus ? ` with status ${attempt.httpStatus}` : ""}
              </p>
              {attempt.request === undefined ? null : (
                <Code label={`Request of try ${attempt.number}`}>
                  {JSON.stringify(attempt.request, null, 2)}
                </Code>
              )}
              {attempt.response ? (
                <Code label={`Answer to try ${attempt.number}`}>{attempt.response}</Code>
              ) : null}
            </div>
          ))}
        </div>
      </details>
    ));
}

function Code({ label, children }: { label: string; children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section tabIndex={0} aria-label={label}>
      <pre className="code">{children}</pre>
    </section>
  );
}
