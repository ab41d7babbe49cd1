import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { SettingsParent } from "#app/components/accounts/settings-pages.tsx";
import { ProvidersPanel } from "#app/components/auth/providers-panel.tsx";
import { LastAction, type PageHandle } from "#app/components/layout/page.tsx";
import { requireRecentAuthentication } from "#app/http/auth/guards.server.ts";
import { providerButtons, providerPolicy } from "#app/http/auth/provider-buttons.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { policyPageHeaders } from "#app/http/page-policy.ts";
import { Conflict } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { Id } from "#app/schemas/shared/params.ts";
import { findProvider } from "#app/services/auth/providers/registry.server.ts";
import { listIdentities, unlinkIdentity } from "#app/services/auth/sign-in/identities.server.ts";

export const handle: PageHandle = {
  title: "Sign-in providers",
  description: "The providers that you can sign in with.",
};

// Asks for recent authentication before connecting, so that the provider's callback does not have to.
export const loader = page(requireRecentAuthentication(), async ({ context, member }) => {
  const { user, workspace } = member;
  const identities = await listIdentities({ ownerId: user.id });
  const connected = identities.map(({ id, provider, email, createdAt }) => ({
    id,
    name: findProvider(provider)?.name ?? provider,
    email,
    connectedAt: createdAt.toISOString(),
  }));
  const taken = new Set<string>(identities.map(({ provider }) => provider));
  const settings = {
    connected,
    others: providerButtons().filter(({ id }) => !taken.has(id)),
    isOnlyWayIn: user.passwordHash === null && identities.length <= 1,
    now: new Date().toISOString(),
    timeZone: workspace.timeZone,
  };
  return data(settings, { headers: providerPolicy(context) });
});

export const headers = policyPageHeaders;

const DisconnectForm = z.object({ intent: z.literal("disconnect"), identityId: Id });

export const action = page(requireRecentAuthentication(), async ({ request, member }) => {
  const { user } = member;
  const here = paths.connectedProviders();
  return handleForm(request, member, DisconnectForm, {
    disconnect: {
      async onValid({ identityId }) {
        try {
          await unlinkIdentity({ owner: user, identityId });
          return redirectWithFlash(here, { kind: "success", message: messages.social.unlinked });
        } catch (error) {
          if (!(error instanceof Conflict)) throw error;
          return redirectWithFlash(here, { kind: "error", message: error.message });
        }
      },
    },
  });
});

export default function ConnectedProviders() {
  const settings = useLoaderData<typeof loader>();
  return (
    <>
      <LastAction />
      <SettingsParent section="security" />
      <ProvidersPanel {...settings} />
    </>
  );
}

export { clientAction } from "#app/components/forms/network-error.ts";
