import { redirect, type SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConnectBroker } from "#app/components/brokers/connect-broker.tsx";
import { BrokerConnectionPanel } from "#app/components/brokers/connection-state.tsx";
import { ConnectionCheckPanel } from "#app/components/connections/connection-check.tsx";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import { Page, type PageHandle } from "#app/components/layout/page.tsx";
import { LinkWays } from "#app/components/platforms/link-ways.tsx";
import { PlatformHeader } from "#app/components/platforms/platform-header.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import text from "#app/components/ui/text.module.css";
import { config } from "#app/env.server.ts";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { withProof } from "#app/http/auth/with-proof.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import type { BrokerKind } from "#app/lib/broker-states.ts";
import { Invalid } from "#app/lib/errors.ts";
import { pick } from "#app/lib/objects.ts";
import { paths } from "#app/paths.ts";
import { presentBrokerConnection } from "#app/presenters/broker-connection.ts";
import { BrokerConnectionForm, BrokerConnectionQuery } from "#app/schemas/broker-connections.ts";
import { findKnownPlatform } from "#app/schemas/known-platforms.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { parseInput } from "#app/schemas/shared/parse-input.ts";
import { isRecentlyAuthenticated } from "#app/services/auth/sessions/sessions.server.ts";
import { checkBroker } from "#app/services/brokers/connections/check-broker.server.ts";
import {
  connectBroker,
  disconnectBroker,
  findBrokerConnection,
} from "#app/services/brokers/connections/manage-connections.server.ts";
import { listBrokerApis } from "#app/services/brokers/registry.server.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  title: (loaded) => (loaded ? `API of ${loaded.platform.name}` : "Links and postbacks"),
  description: "Whether a broker’s API is asked about claims, and how it answers.",
};

export const loader = page(requireMember("brokers:read"), async ({ request, params, member }) => {
  const { workspace, role } = member;
  const broker = { workspaceId: workspace.id, platformId: params.platformId ?? "" };
  const platform = await getPlatform(broker);
  const connection = await findBrokerConnection(broker);
  const { kind } = parseInput(BrokerConnectionQuery, Object.fromEntries(new URL(request.url).searchParams));
  const all = listBrokerApis().map((api) => ({ id: api.id, ...api.describe() }));
  const isOwner = isAllowed(role, "workspace:write");
  const shown =
    kind ?? (connection?.kind as BrokerKind | undefined) ?? findKnownPlatform(platform.name)?.api ?? null;
  return {
    platform: pick(platform, ["id", "name"]),
    connection: connection && presentBrokerConnection(connection),
    apis: all.map((api) => pick(api, ["id", "name"])),
    offered: (isOwner && all.find(({ id }) => id === shown)) || null,
    isOwner,
    isProven: isRecentlyAuthenticated(member),
    hasSandbox: config.hasSandbox,
    now: new Date().toISOString(),
    timeZone: workspace.timeZone,
  };
});

export const action = page(requireMember("workspace:write"), async ({ request, params, member }) => {
  const platformId = params.platformId ?? "";
  const broker = { access: member.access, platformId };
  const here = paths.platformConnection({ platformId });
  const done = (message: string) => redirectWithFlash(here, { kind: "success", message });
  const connect = async (kind: BrokerKind, credentials: Record<string, string>, isProven: boolean) => {
    await connectBroker({ ...broker, kind, credentials, isProven });
    return done(messages.brokerConnections.connected);
  };
  return handleForm(request, member, BrokerConnectionForm, {
    connect: {
      hide: ["apiSecret", "passphrase", "token", "password"],
      failed: messages.brokerConnections.notConnected,
      async onValid({ kind, apiKey, apiSecret, passphrase, token }) {
        return connect(kind, given({ apiKey, apiSecret, passphrase, token }), false);
      },
    },
    login: {
      hide: ["brokerPassword", "password"],
      failed: messages.brokerConnections.notConnected,
      async onValid({ kind, login, brokerPassword, password }) {
        const credentials = given({ login, password: brokerPassword });
        const withoutPassword = () => redirect(paths.reauthenticate({ returnTo: here }), 303);
        return withProof(member, { password, withoutPassword }, () =>
          connect(kind, credentials, true).catch(atBrokerPassword),
        );
      },
    },
    check: {
      async onValid() {
        const { checks } = await checkBroker(broker);
        return { form: "checked" as const, at: new Date().toISOString(), checks };
      },
    },
    disconnect: {
      async onValid() {
        await disconnectBroker(broker);
        return done(messages.brokerConnections.disconnected);
      },
    },
  });
});

/** The member's own password has that name in the form. */
function atBrokerPassword(error: unknown): never {
  if (!(error instanceof Invalid)) throw error;
  throw new Invalid(
    error.errors.map(({ field, message }) => ({
      field: field === "password" ? "brokerPassword" : field,
      message,
    })),
  );
}

/** What was typed. */
const given = (fields: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

export default function PlatformConnection() {
  const { platform, connection, apis, offered, isOwner, ...loaded } = useLoaderData<typeof loader>();
  const { isProven, hasSandbox, now, timeZone } = loaded;
  const reply = useFormReply<typeof action>();
  const connected = apis.find(({ id }) => id === connection?.kind);
  const platformId = platform.id;
  return (
    <Page errors={{ except: ["connect", "login"] }}>
      <PlatformHeader platform={platform} tab="links" />
      <LinkWays platformId={platformId} current="connection" />
      {connection && connected ? (
        <BrokerConnectionPanel
          connection={connection}
          name={connected.name}
          isOwner={isOwner}
          now={now}
          timeZone={timeZone}
        />
      ) : (
        <Panel title="Broker’s API">
          <PanelBody isRoomy>
            <p className={text.secondary}>
              Some brokers answer who is your client and what was deposited. A claim is asked about within a
              minute, then less and less often until it is decided or 60 days old. What the broker says is
              matched by the same rules as a statement.
            </p>
            {isOwner ? null : <p className={text.small}>Nothing is connected. Only owners connect it.</p>}
          </PanelBody>
        </Panel>
      )}
      {reply?.form === "checked" && connected ? (
        <ConnectionCheckPanel
          name={connected.name}
          result={{ at: reply.at, checks: reply.checks, outcomes: [], isResumed: false }}
          timeZone={timeZone}
          hasOutcomes={false}
        />
      ) : null}
      {isOwner ? (
        <>
          <Tabs
            label="Whose API"
            tabs={apis.map(({ id, name }) => ({
              label: name,
              to: paths.platformConnection({ platformId, kind: id }),
              isCurrent: id === offered?.id,
            }))}
          />
          {offered ? (
            <ConnectBroker
              key={offered.id}
              api={offered}
              isConnected={connection?.kind === offered.id}
              replaced={connected && connected.id !== offered.id ? connected.name : null}
              isProven={isProven}
              hasSandbox={hasSandbox}
            />
          ) : (
            <p className={text.secondary}>Choose whose API this broker has.</p>
          )}
        </>
      ) : null}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
