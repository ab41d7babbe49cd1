import { Alert } from "#app/components/ui/alert.tsx";
import { type KeyValue, KeyValues } from "#app/components/ui/key-values.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { timeBetween } from "#app/lib/time-left.ts";
import type { IntegrationCard } from "#app/schemas/integration-card.ts";
import { HourStrip } from "./hour-strip.tsx";
import { parkedWords } from "./integration-state.ts";

type View = { now: string; timeZone: string };
type Props = { integration: IntegrationCard; view: View };

/** The health of a connection: its fault, the last day, the last success and the last error. */
export function IntegrationHealth({ integration, view }: Props) {
  return (
    <>
      <IntegrationAlert integration={integration} view={view} />
      <HourStrip name={integration.name} hours={integration.hours} timeZone={view.timeZone} />
      <KeyValues facts={listFacts(integration, view)} />
    </>
  );
}

function IntegrationAlert({ integration, view }: Props) {
  const { name, connection, testMode, testModeText, parked } = integration;
  if (connection?.status === "invalid") {
    const next =
      parked === 0 ? "Nothing waits." : `${parkedWords(parked)}. They go out in order once you reconnect.`;
    return (
      <Alert tone="alarm">
        <b className={text.strong}>{connection.lastError ?? `${name} refuses the connection.`}</b>{" "}
        <span className={text.secondary}>{next}</span>
      </Alert>
    );
  }
  if (testMode) {
    const ends = formatDateTime({ at: testMode.endsAt, ...view });
    return (
      <Alert tone="copper">
        <b className={text.strong}>
          {testMode.code ? `Events carry the test code ${testMode.code}.` : "Test mode is on."}
        </b>{" "}
        <span className={text.secondary}>
          At {name} {testModeText}. It ends by itself at {ends}.
        </span>
      </Alert>
    );
  }
  return null;
}

function listFacts({ name, connection, lastFault, windowText }: IntegrationCard, view: View): KeyValue[] {
  if (!connection) return [];
  const { lastAcceptedAt, connectedAt, tokenEnding } = connection;
  const ago = (at: string) => `${timeBetween(new Date(at), new Date(view.now))} ago`;
  const accepted = lastAcceptedAt
    ? `${formatDateTime({ at: lastAcceptedAt, ...view })}, ${ago(lastAcceptedAt)}`
    : "nothing yet";
  return [
    { label: "Last accepted", value: accepted },
    ...(lastFault
      ? [
          {
            label: "Last error",
            value: (
              <>
                {formatDateTime({ at: lastFault.at, ...view })}. {lastFault.remedy ?? lastFault.message}
              </>
            ),
          },
          ...(lastFault.message && lastFault.platformCode
            ? [{ label: `${name} said`, value: <span className={text.code}>{lastFault.message}</span> }]
            : []),
        ]
      : [{ label: "Last error", value: "none in 7 days" }]),
    { label: "Token", value: `ends in ${tokenEnding}, added ${ago(connectedAt)}` },
    { label: "Time limit", value: windowText.replace(`${name} accepts events `, "") },
  ];
}
