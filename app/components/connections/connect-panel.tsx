import { getFormProps } from "@conform-to/react";
import clsx from "clsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Panel, PanelBody, panelBodyClass } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { FormReply } from "#app/lib/form-reply.ts";
import { paths } from "#app/paths.ts";
import type { IntegrationCard } from "#app/schemas/integration-card.ts";
import { messages } from "#app/schemas/messages/index.ts";
import styles from "./connection-form.module.css";
import { capitalized } from "./integration-state.ts";

type ConnectPanelProps = {
  integration: IntegrationCard;
  /** Whether the last sign-in is recent. Otherwise the form asks for the password too. */
  isProven: boolean;
  hasPassword: boolean;
  lastResult: FormReply | undefined;
};

/** Connects a platform, or gives its connection another token. The token never comes back to the page. */
export function ConnectPanel({ integration, isProven, hasPassword, lastResult }: ConnectPanelProps) {
  const { id, name, connection, connect, isConfigured, assetWord, assetIdHint, links } = integration;
  const verb = connection ? "Reconnect" : "Connect";
  const isOAuth = connect === "oauth";
  const [form, fields] = useForm<{ accessToken: string; assetId: string; password: string }>({
    id: "connect",
    intent: isOAuth ? "authorize" : "connect",
    lastResult,
    defaultValue: { assetId: connection?.assetId ?? "" },
  });
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
  const needsPassword = !isProven || fields.password.errors !== undefined;
  return (
    <Panel title={title}>
      <PostForm
        intent={isOAuth ? "authorize" : "connect"}
        className={clsx(panelBodyClass, styles.form)}
        {...getFormProps(form)}
      >
        <ErrorSummary formId={form.id} lastResult={lastResult} />
        <p className={text.secondary}>
          {isOAuth
            ? `You sign in at ${name} and come back here.`
            : `We check the token with ${name} before we keep it, encrypted. It is never shown again.`}{" "}
          <a href={links.documentation} rel="noreferrer" target="_blank">
            {name}’s guide
          </a>
        </p>
        {connection?.status === "invalid" ? (
          <Alert tone="copper">What is parked goes out in order, under the same event IDs.</Alert>
        ) : null}
        {isOAuth ? null : (
          <>
            <Field
              key={lastResult?.requestId}
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
              label={`${capitalized(assetWord)} ID (optional)`}
              field={fields.assetId}
              autoComplete="off"
              spellCheck={false}
              hint={`${assetIdHint}. Leave it empty to choose from the token's ${assetWord}s, where the token can list them.`}
            />
          </>
        )}
        {needsPassword ? (
          <Field
            key={`password ${lastResult?.requestId}`}
            label="Your Attesto password"
            field={fields.password}
            type="password"
            autoComplete="current-password"
            hint="Your last sign-in is more than 15 minutes ago."
          />
        ) : null}
        <SubmitButton kind="primary" pending="Connecting">
          {isOAuth ? `Sign in at ${name}…` : title}
        </SubmitButton>
      </PostForm>
    </Panel>
  );
}
