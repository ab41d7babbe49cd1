import { redirect, type SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BrokerLinkDetails } from "#app/components/broker-links/link-details.tsx";
import { BrokerLinkSettings } from "#app/components/broker-links/link-settings.tsx";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { withProof } from "#app/http/auth/with-proof.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { presentBrokerLink } from "#app/presenters/broker-link.ts";
import { type BrokerLinkChange, BrokerLinkForm } from "#app/schemas/broker-links.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { isRecentlyAuthenticated } from "#app/services/auth/sessions/sessions.server.ts";
import { brokerLinkAddress } from "#app/services/broker-links/link-address.server.ts";
import { checkTarget } from "#app/services/broker-links/link-target.ts";
import { getBrokerLink } from "#app/services/broker-links/list-links.server.ts";
import { updateBrokerLink } from "#app/services/broker-links/manage-links.server.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { toLinkInput } from "./link-input.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  title: (loaded) => loaded?.link.name ?? "Link",
  description: "A link to a broker: what people are given, where it leads, and what came by it.",
};

export const loader = page(requireMember("brokers:read"), async ({ params, member }) => {
  const { workspace, role } = member;
  const broker = { workspaceId: workspace.id, platformId: params.platformId ?? "" };
  const [platform, counted] = await Promise.all([
    getPlatform(broker),
    getBrokerLink(broker, params.linkId ?? ""),
  ]);
  return {
    brokerName: platform.name,
    link: presentBrokerLink(counted, brokerLinkAddress),
    target: checkTarget(counted.link),
    canEdit: isAllowed(role, "brokers:write"),
    isProven: isRecentlyAuthenticated(member),
    now: new Date().toISOString(),
    timeZone: workspace.timeZone,
  };
});

export const action = page(requireMember("brokers:write"), async ({ request, params, member }) => {
  const { access, workspace } = member;
  const [platformId, linkId] = [params.platformId ?? "", params.linkId ?? ""];
  const here = paths.brokerLink({ platformId, linkId });
  const change = async (input: BrokerLinkChange, message: string) => {
    await updateBrokerLink({ access, platformId, linkId, input, isProven: true });
    return redirectWithFlash(here, { kind: "success", message });
  };
  return handleForm(request, member, BrokerLinkForm, {
    save: {
      async onValid({ intent: _, password, ...typed }) {
        const input = toLinkInput(typed);
        const { link } = await getBrokerLink({ workspaceId: workspace.id, platformId }, linkId);
        const save = () => change(input, messages.brokerLinks.saved);
        if (link.url === input.url) return save();
        const withoutPassword = () => redirect(paths.reauthenticate({ returnTo: here }), 303);
        return withProof(member, { password, withoutPassword }, save);
      },
    },
    archive: { onValid: () => change({ isArchived: true }, messages.brokerLinks.archived) },
    restore: { onValid: () => change({ isArchived: false }, messages.brokerLinks.restored) },
  });
});

export default function BrokerLinkPage() {
  const { brokerName, link, canEdit, isProven, ...loaded } = useLoaderData<typeof loader>();
  const parent = {
    to: paths.platformLinks({ platformId: link.platformId }),
    label: `Links of ${brokerName}`,
  };
  return (
    <Page errors={{ except: ["save"] }}>
      <PageHeader title={<bdi>{link.name}</bdi>} parent={parent} />
      <BrokerLinkDetails link={link} {...loaded} />
      {canEdit ? <BrokerLinkSettings key={link.url} link={link} isProven={isProven} /> : null}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
