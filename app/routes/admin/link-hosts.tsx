import { useLoaderData } from "@remix-run/react";
import { HostList } from "#app/components/admin/host-list.tsx";
import { Page, type PageHandle } from "#app/components/layout/page.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { requireAdmin, toActor } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { LinkHostForm } from "#app/schemas/broker-links.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { changeLinkHost, listLinkHosts } from "#app/services/admin/link-hosts.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = {
  title: "Hosts of links",
  description: "The hosts that brokers’ links lead to, and whether they may.",
};

export const loader = page(requireAdmin, async () => ({ hosts: await listLinkHosts() }));

export const action = page(requireAdmin, async ({ request, member }) => {
  const sentences = messages.brokerLinks;
  const said = { asked: sentences.hostAsked, allowed: sentences.hostAllowed, stopped: sentences.hostStopped };
  return handleForm(request, member, LinkHostForm, {
    state: {
      async onValid({ host, state }) {
        await changeLinkHost({ actor: toActor(member), host, state });
        return redirectWithFlash(paths.linkHosts(), { kind: "success", message: said[state] });
      },
    },
  });
});

export default function LinkHosts() {
  const { hosts } = useLoaderData<typeof loader>();
  return (
    <Page errors={{ absent: ["host"] }}>
      <h1>Hosts of links</h1>
      {hosts.length > 0 ? (
        <HostList hosts={hosts} />
      ) : (
        <EmptyState title="No links yet">The hosts of brokers’ links appear here.</EmptyState>
      )}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
