import type { SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BrokerLinkList } from "#app/components/broker-links/link-list.tsx";
import { NeverClaimedPanel } from "#app/components/broker-links/never-claimed.tsx";
import { NewBrokerLink } from "#app/components/broker-links/new-link.tsx";
import { Page, type PageHandle } from "#app/components/layout/page.tsx";
import { LinkWays } from "#app/components/platforms/link-ways.tsx";
import { PlatformHeader } from "#app/components/platforms/platform-header.tsx";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { pick } from "#app/lib/objects.ts";
import { paths } from "#app/paths.ts";
import { presentBrokerLink } from "#app/presenters/broker-link.ts";
import { NewBrokerLinkForm } from "#app/schemas/broker-links.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { countNeverClaimed } from "#app/services/broker-links/click-deposits.server.ts";
import { brokerLinkAddress } from "#app/services/broker-links/link-address.server.ts";
import { usualParameterAt } from "#app/services/broker-links/link-target.ts";
import { listBrokerLinks } from "#app/services/broker-links/list-links.server.ts";
import { createBrokerLink } from "#app/services/broker-links/manage-links.server.ts";
import { calledFrom, findClaimedClicks } from "#app/services/evidence/find-claimed-clicks.server.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { toLinkInput } from "./link-input.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  title: (loaded) => (loaded ? `Links of ${loaded.platform.name}` : "Links and postbacks"),
  description: "Links that you give people, by which a broker’s clicks, claims and deposits are one.",
};

export const loader = page(requireMember("brokers:read"), async ({ params, member }) => {
  const broker = { workspaceId: member.workspace.id, platformId: params.platformId ?? "" };
  const [platform, links, neverClaimed] = await Promise.all([
    getPlatform(broker),
    listBrokerLinks(broker),
    countNeverClaimed(broker, { calledFrom: calledFrom(), findClaimedClicks }),
  ]);
  return {
    platform: pick(platform, ["id", "name"]),
    links: links.map((link) => presentBrokerLink(link, brokerLinkAddress)),
    neverClaimed,
    parameter: usualParameterAt(platform.name),
    canEdit: isAllowed(member.role, "brokers:write"),
  };
});

export const action = page(requireMember("brokers:write"), async ({ request, params, member }) => {
  const platformId = params.platformId ?? "";
  return handleForm(request, member, NewBrokerLinkForm, {
    create: {
      async onValid({ intent: _, ...typed }) {
        const { access } = member;
        const { id } = await createBrokerLink({ access, platformId, input: toLinkInput(typed) });
        const to = paths.brokerLink({ platformId, linkId: id });
        return redirectWithFlash(to, { kind: "success", message: messages.brokerLinks.created });
      },
    },
  });
});

export default function PlatformLinks() {
  const { platform, links, neverClaimed, parameter, canEdit } = useLoaderData<typeof loader>();
  return (
    <Page errors={{ except: ["create"] }}>
      <PlatformHeader platform={platform} tab="links" />
      <LinkWays platformId={platform.id} current="links" />
      <BrokerLinkList links={links} />
      {canEdit ? <NewBrokerLink key={platform.id} parameter={parameter} /> : null}
      {neverClaimed.length > 0 ? <NeverClaimedPanel campaigns={neverClaimed} /> : null}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
