import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { PasswordProof } from "#app/components/forms/password-proof.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import type { ConnectionForm } from "#app/schemas/connections.ts";
import type { IntegrationCard } from "#app/schemas/integration-card.ts";
import { messages } from "#app/schemas/messages/index.ts";
import styles from "./connection-form.module.css";
import { capitalized } from "./integration-state.ts";

type ConnectPanelProps = {
  integration: IntegrationCard;
  /** Whether the last sign-in is recent. Otherwise the form asks for the password too. */
  isProven: boolean;
  hasPassword: boolean;
};

/** Connects a platform, or gives its connection another token. The token never comes back to the page. */
export function ConnectPanel({ integration, isProven, hasPassword }: ConnectPanelProps) {
  const { id, name, connection, connect, isConfigured, assetWord, assetIdHint, needsAssetId, links } =
    integration;
  const verb = connection ? "Reconnect" : "Connect";
  const title = `${verb} ${name}`;
  if (!isConfigured) {
    return (
      <Panel title={title}>
        <PanelBody>
          <p className={text.secondary}>
            {name} is not set up on this server yet. Ask whoever runs it to add the client ID and secret.
          </p>
        </PanelBody>
      </Panel>
    );
  }
  if (!isProven && !hasPassword) {
    const returnTo = paths.integration({ adPlatform: id });
    return (
      <Panel title={title}>
        <PanelBody>
          <p className={text.secondary}>{messages.auth.proofNeeded}</p>
          <div>
            <ButtonLink kind="primary" to={paths.reauthenticate({ returnTo })}>
              Confirm who you are…
            </ButtonLink>
          </div>
        </PanelBody>
      </Panel>
    );
  }
  const guide = (
    <a href={links.documentation} rel="noreferrer" target="_blank">
      {name}’s guide
    </a>
  );
  const note =
    connection?.status === "invalid" ? (
      <Alert tone="copper">What is parked goes out in order, under the same event IDs.</Alert>
    ) : null;
  if (connect === "oauth") {
    return (
      <FormPanel<typeof ConnectionForm>
        title={title}
        id="connect"
        intent="authorize"
        className={styles.form}
        submit={`Sign in at ${name}…`}
        pending="Connecting"
      >
        {(fields, { reply }) => (
          <>
            <p className={text.secondary}>
              You sign in at {name} and come back here. {guide}
            </p>
            {note}
            <PasswordProof key={`password ${reply?.requestId}`} field={fields.password} isProven={isProven} />
          </>
        )}
      </FormPanel>
    );
  }
  return (
    <FormPanel<typeof ConnectionForm>
      title={title}
      id="connect"
      intent="connect"
      className={styles.form}
      defaultValue={{ assetId: connection?.assetId ?? "" }}
      submit={title}
      pending="Connecting"
    >
      {(fields, { reply }) => (
        <>
          <p className={text.secondary}>
            We test the token with {name}, then store it encrypted. It is never shown again. {guide}
          </p>
          {note}
          <Field
            key={reply?.requestId}
            label="Access token"
            field={fields.accessToken}
            type="password"
            autoComplete="off"
            spellCheck={false}
            aside={
              <a href={links.credential} rel="noreferrer" target="_blank">
                Get one
              </a>
            }
          />
          <Field
            label={`${capitalized(assetWord)} ID${needsAssetId ? "" : " (optional)"}`}
            field={fields.assetId}
            autoComplete="off"
            spellCheck={false}
            hint={
              needsAssetId
                ? `${assetIdHint}.`
                : `${assetIdHint}. Leave it empty to choose from the token's ${assetWord}s, where the token can list them.`
            }
          />
          <PasswordProof key={`password ${reply?.requestId}`} field={fields.password} isProven={isProven} />
        </>
      )}
    </FormPanel>
  );
}
