import { Link, useLoaderData } from "@remix-run/react";
import { ConsentNote } from "#app/components/connections/consent-note.tsx";
import { IntegrationCards } from "#app/components/connections/integration-card.tsx";
import { useIntegration } from "#app/components/connections/integration-context.tsx";
import { withoutConnection } from "#app/components/connections/integration-state.ts";
import { Page, type PageHandle } from "#app/components/layout/page.tsx";
import { SectionHeader } from "#app/components/layout/section-header.tsx";
import text from "#app/components/ui/text.module.css";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { presentIntegrationCard } from "#app/presenters/integration-card.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { listIntegrations } from "#app/services/connections/list-integrations.server.ts";
import { findConsents } from "#app/services/form-settings/list-consents.server.ts";
import { findBot } from "#app/services/telegram/bots/find-bot.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

export const handle: PageHandle = {
  title: "Ad platforms",
  description: "The ad platforms that verified claims can be sent to, and their state.",
};

export const loader = page(requireMember("connections:read"), async ({ member }) => {
  const { workspace, role } = member;
  const now = new Date();
  return {
    now: now.toISOString(),
    timeZone: workspace.timeZone,
    integrations: (await listIntegrations(workspace.id, now)).map(presentIntegrationCard),
    consents: await findConsents(workspace.id),
    adPlatforms: adPlatforms.all().map(({ id, name }) => ({ id, name })),
    botName: (await findBot(workspace.id))?.username ?? null,
    canChange: isAllowed(role, "connections:write"),
  };
});

export default function Integrations() {
  const { integrations, consents, adPlatforms, botName, canChange, ...view } = useLoaderData<typeof loader>();
  const { hasFailed } = useIntegration();
  const shown = hasFailed ? integrations.map(withoutConnection) : integrations;
  return (
    <Page>
      <SectionHeader of="adPlatforms" />
      <p className={text.secondary}>
        Where verified events go. Each ad platform has its own deadline, token and log.
      </p>
      <ConsentNote forms={consents} adPlatforms={adPlatforms} />
      <IntegrationCards integrations={shown} view={view} canChange={canChange} />
      <p className={text.secondary}>
        {botName === null
          ? "People can also go on in Telegram, and the click of the ad stays with them. "
          : `People go on in Telegram with @${botName}. `}
        <Link to={paths.telegram()}>{botName === null ? "Connect a bot" : "See the bot"}</Link>
      </p>
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
