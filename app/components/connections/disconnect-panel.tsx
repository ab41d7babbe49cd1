import { ConfirmedPost } from "#app/components/forms/confirmed-post.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { IntegrationCard } from "#app/schemas/integration-card.ts";

/** Forgets the credential, after saying what becomes of the events that wait. */
export function DisconnectPanel({
  integration: { name, connection, open },
  hasAdAccounts,
}: {
  integration: IntegrationCard;
  hasAdAccounts: boolean;
}) {
  const waiting =
    open === 0
      ? "No event waits for it."
      : `${open === 1 ? "1 event waits" : `${formatNumber(open)} events wait`} for it. They stay parked and go out if you connect ${name} again in time.`;
  return (
    <Panel title="Disconnect">
      <PanelBody>
        <p className={text.secondary}>
          The token is deleted and nothing more is sent to {name}. The history of what was sent stays.
          {hasAdAccounts ? " Its ad accounts are disconnected too, and the spend that was read stays." : null}
        </p>
        <div>
          <ConfirmedPost
            summary={`Disconnect ${name}…`}
            title={`Disconnect ${name}?`}
            opensAt="start"
            intent="disconnect"
            label={`Disconnect ${name}`}
            pending="Disconnecting"
            name="connectionId"
            value={connection?.id}
          >
            <p>{waiting}</p>
          </ConfirmedPost>
        </div>
      </PanelBody>
    </Panel>
  );
}
