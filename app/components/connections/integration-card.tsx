import { Link } from "@remix-run/react";
import { AdPlatformIcon } from "#app/components/ad-platforms/ad-platform-icon.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { StatusBadge } from "#app/components/ui/status-badge.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import type { IntegrationCard as Integration } from "#app/schemas/integration-card.ts";
import styles from "./integration-card.module.css";
import { IntegrationHealth } from "./integration-health.tsx";
import { describeAsset, describeIntegration } from "./integration-state.ts";
import { ParkedAlert } from "./parked-alert.tsx";

type View = { now: string; timeZone: string };

type IntegrationCardsProps = { integrations: Integration[]; view: View; canChange: boolean };

/** A card for each ad platform there is. */
export function IntegrationCards({ integrations, ...props }: IntegrationCardsProps) {
  return (
    <div className={styles.cards}>
      {integrations.map((integration) => (
        <IntegrationCard key={integration.id} integration={integration} {...props} />
      ))}
    </div>
  );
}

type IntegrationCardProps = { integration: Integration; view: View; canChange: boolean };

/** An ad platform: whether it takes events, what went wrong last, and the next step. */
function IntegrationCard({ integration, view, canChange }: IntegrationCardProps) {
  const { id, name, connection } = integration;
  const { state, word } = describeIntegration(integration);
  const page = paths.integration({ adPlatform: id });
  return (
    <Card className={styles.card} aria-labelledby={`card-${id}`}>
      <div className={styles.header}>
        <span className={styles.glyph}>
          <AdPlatformIcon id={id} />
        </span>
        <div className={styles.title}>
          <h2 id={`card-${id}`}>
            <Link to={page}>{name}</Link>
          </h2>
          <p className={text.small}>{integration.isBeta ? "In development (beta)" : "Supported"}</p>
          <p className={styles.asset}>{describeAsset(integration)}</p>
        </div>
        <StatusBadge state={state}>{word}</StatusBadge>
      </div>
      <div className={styles.body}>
        {connection ? (
          <IntegrationHealth integration={integration} view={view} />
        ) : (
          <>
            <ParkedAlert integration={integration} view={view} />
            <ConnectSteps integration={integration} />
          </>
        )}
      </div>
      {canChange ? <CardActions integration={integration} page={page} /> : null}
    </Card>
  );
}

function ConnectSteps({
  integration: { name, assetWord, tokenStep, connect },
}: {
  integration: Integration;
}) {
  const needs =
    connect === "oauth"
      ? `You sign in at ${name} and choose the ${assetWord}. It takes about 3 minutes.`
      : `You need an access token from ${name} and the ${assetWord}’s ID. It takes about 4 minutes.`;
  const steps =
    connect === "oauth"
      ? [`Sign in at ${name} and allow access.`, `Choose the ${assetWord} that receives the events.`]
      : [
          tokenStep ?? `Open ${name} and copy the access token.`,
          "Paste it here. We check it before we keep it.",
        ];
  return (
    <>
      <p className={text.secondary}>{needs}</p>
      <ol className={styles.steps}>
        {[...steps, "Send a test event and see the response."].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  );
}

function CardActions({ integration, page }: { integration: Integration; page: string }) {
  const { name, connection, testMode, parked } = integration;
  if (!connection) {
    return (
      <div className={styles.footer}>
        <ButtonLink isSmall to={page}>
          Connect {name}
        </ButtonLink>
      </div>
    );
  }
  if (connection.status === "invalid") {
    return (
      <div className={styles.footer}>
        <ButtonLink isSmall kind="primary" to={`${page}#connect`}>
          Reconnect {name}
        </ButtonLink>
        {parked > 0 ? (
          <ButtonLink
            isSmall
            kind="quiet"
            to={paths.deliveries({ platform: integration.id, state: "parked" })}
          >
            See the parked events
          </ButtonLink>
        ) : null}
      </div>
    );
  }
  return (
    <div className={styles.footer}>
      {testMode ? (
        <PostForm intent="end-test-mode" action={page}>
          <SubmitButton isSmall pending="Ending" name="connectionId" value={connection.id}>
            End test mode now
          </SubmitButton>
        </PostForm>
      ) : (
        <ButtonLink isSmall to={`${page}#test`}>
          Send test event
        </ButtonLink>
      )}
      <PostForm intent="check" action={page}>
        <SubmitButton isSmall pending="Checking" name="connectionId" value={connection.id}>
          Check everything
        </SubmitButton>
      </PostForm>
      <ButtonLink isSmall kind="quiet" to={page}>
        Manage
      </ButtonLink>
    </div>
  );
}
