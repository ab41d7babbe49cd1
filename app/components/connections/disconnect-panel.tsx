import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Confirmation } from "#app/components/ui/confirmation.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { IntegrationCard } from "#app/schemas/integration-card.ts";

/** Forgets the credential, after saying what becomes of the events that wait. */
export function DisconnectPanel({
  integration: { name, connection, open },
}: {
  integration: IntegrationCard;
}) {
  const waiting =
    open === 0
      ? "No event waits for it."
      : `${open === 1 ? "1 event waits" : `${open.toLocaleString("en-US")} events wait`} for it. They stay parked and go out if you connect ${name} again in time.`;
  return (
    <Panel title="Disconnect">
      <PanelBody>
        <p className={text.secondary}>
          The token is deleted and nothing more is sent to {name}. The history of what was sent stays.
        </p>
        <div>
          <Confirmation
            summary={`Disconnect ${name}…`}
            title={`Disconnect ${name}?`}
            opensAt="start"
            act={
              <PostForm intent="disconnect">
                <SubmitButton
                  kind="danger"
                  pending="Disconnecting"
                  name="connectionId"
                  value={connection?.id}
                >
                  Disconnect {name}
                </SubmitButton>
              </PostForm>
            }
          >
            <p>{waiting}</p>
          </Confirmation>
        </div>
      </PanelBody>
    </Panel>
  );
}
