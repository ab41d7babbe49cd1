import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import type { IntegrationCard } from "#app/schemas/integration-card.ts";
import { parkedWords } from "./integration-state.ts";

type ParkedAlertProps = { integration: IntegrationCard; view: { now: string; timeZone: string } };

/** The number of events that wait for a new connection, and until when. Empty if none waits. */
export function ParkedAlert({ integration, view }: ParkedAlertProps) {
  const { id, name, parked, parkedUntil } = integration;
  if (parked === 0) return null;
  const until = parkedUntil && formatDateTime({ at: parkedUntil, ...view });
  return (
    <Alert
      tone="copper"
      action={
        <ButtonLink isSmall to={paths.deliveries({ platform: id, state: "parked" })}>
          See the parked events
        </ButtonLink>
      }
    >
      <b className={text.strong}>{parkedWords(parked)}.</b>{" "}
      <span className={text.secondary}>
        {until ? `The first can be sent until ${until}. ` : ""}Connect {name} again to send{" "}
        {parked === 1 ? "it" : "them"}.
      </span>
    </Alert>
  );
}
