import { data, type SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConnectionPanels } from "#app/components/connections/connection-panels.tsx";
import { ConsentNote } from "#app/components/connections/consent-note.tsx";
import { describeIntegration } from "#app/components/connections/integration-state.ts";
import { SandboxNote } from "#app/components/connections/sandbox-note.tsx";
import { UnsentOffers } from "#app/components/deliveries/unsent-offers.tsx";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { SetupNext } from "#app/components/overview/setup-next.tsx";
import { StatusBadge } from "#app/components/ui/status-badge.tsx";
import text from "#app/components/ui/text.module.css";
import { config } from "#app/env.server.ts";
import { assertAllowed, requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { policyPageHeaders } from "#app/http/page-policy.ts";
import { NotFound } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { presentIntegrationCard } from "#app/presenters/integration-card.ts";
import { presentSpendAccount } from "#app/presenters/spend-account.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { isRecentlyAuthenticated } from "#app/services/auth/sessions/sessions.server.ts";
import { listIntegrations } from "#app/services/connections/list-integrations.server.ts";
import { findPendingAssets } from "#app/services/connections/pending-connections.server.ts";
import { findMatchHistory } from "#app/services/deliveries/match-quality.server.ts";
import { findConsents } from "#app/services/form-settings/list-consents.server.ts";
import { listFirstSteps } from "#app/services/overview/setup-steps.server.ts";
import { findUnsentOffers } from "#app/services/replays/unsent-claims.server.ts";
import { listSpendAccounts } from "#app/services/spend/accounts/manage-accounts.server.ts";
import { findSpendReader } from "#app/services/spend/accounts/spend-readers.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { authorizationPolicy } from "./authorization.server.ts";
import { handleConnectionForm } from "./connection-forms.server.ts";

export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  title: (loaded) => loaded?.integration.name ?? "Ad platform",
  description: "Connect an ad platform, test the connection and choose what it gets.",
};

export const headers = policyPageHeaders;

function findPlatform(id: string | undefined) {
  const platform = adPlatforms.all().find((one) => one.id === id);
  if (!platform) throw new NotFound("Ad platform");
  return platform;
}

export const loader = page(requireMember("connections:read"), async ({ params, context, member }) => {
  const platform = findPlatform(params.adPlatform);
  const { access, workspace, user, sessionId, role } = member;
  const now = new Date();
  const owner = { access, sessionId, adPlatform: platform.id };
  const integrations = await listIntegrations(workspace.id, now);
  const shown = integrations.find((one) => one.platform === platform);
  if (!shown) throw new NotFound("Ad platform");
  const loaded = {
    now: now.toISOString(),
    timeZone: workspace.timeZone,
    integration: presentIntegrationCard(shown),
    matchHistory: await findMatchHistory({ workspaceId: workspace.id, adPlatform: platform.id }, now),
    unsent: isAllowed(role, "deliveries:write") ? await findUnsentOffers(workspace.id, platform.id) : [],
    consents: await findConsents(workspace.id),
    adPlatforms: adPlatforms.all().map(({ id, name }) => ({ id, name })),
    /** The assets to choose from, while that is what is to be done. */
    choices: await findPendingAssets(owner),
    isProven: isRecentlyAuthenticated(member),
    hasPassword: user.passwordHash !== null,
    spendAccounts: findSpendReader(platform.id)
      ? (await listSpendAccounts(workspace.id, platform.id)).map((one) => presentSpendAccount(one, now))
      : null,
    canChange: isAllowed(role, "connections:write"),
    hasSandbox: config.hasSandbox,
    steps: await listFirstSteps(member),
  };
  return data(loaded, { headers: authorizationPolicy(platform, context) });
});

export const action = page(
  requireMember("connections:read"),
  async ({ request, params, context, member }) => {
    assertAllowed(member, "connections:write");
    return handleConnectionForm({ request, member, platform: findPlatform(params.adPlatform), context });
  },
);

export const clientAction = keepPageOnError(() => "Failed to change the connection");

export default function Connection() {
  const {
    integration,
    hasSandbox,
    steps,
    unsent,
    consents,
    adPlatforms: all,
    ...loaded
  } = useLoaderData<typeof loader>();
  const reply = useFormReply<typeof action>();
  const isTokenWanted =
    loaded.canChange && !loaded.choices && (integration.connection?.status ?? "invalid") === "invalid";
  const { state, word } = describeIntegration(integration);
  const next = <SetupNext after="connection" steps={steps} />;
  return (
    <Page>
      <PageHeader title={integration.name} parent={{ to: paths.integrations(), label: "Ad platforms" }}>
        <StatusBadge state={state}>{word}</StatusBadge>{" "}
        <span className={text.small}>{integration.isBeta ? "In development (beta)" : "Supported"}</span>
      </PageHeader>
      {hasSandbox && isTokenWanted ? <SandboxNote integration={integration} /> : null}
      {integration.connection && reply?.form !== "tested" ? next : null}
      <UnsentOffers offers={unsent} isHere />
      <ConsentNote forms={consents} adPlatforms={all} shown={integration} />
      <ConnectionPanels integration={integration} reply={reply} next={next} {...loaded} />
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
