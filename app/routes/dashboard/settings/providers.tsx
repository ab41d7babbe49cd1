import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { Flash } from "#app/components/flash.tsx";
import { brandNameOf } from "#app/components/root-data.ts";
import { ProvidersPanel } from "#app/components/settings/providers-panel.tsx";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { readForm } from "#app/http/forms.server.ts";
import { requireFreshProof } from "#app/http/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { providerButtons, providerPageHeaders, providerPolicy } from "#app/http/provider-buttons.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages.ts";
import { listIdentities, unlinkIdentity } from "#app/services/accounts/identities.server.ts";
import { findProvider } from "#app/services/sign-in-providers/index.server.ts";

export const meta: MetaFunction = ({ matches }) => [
  { title: pageTitle("Sign-in providers", brandNameOf(matches)) },
];

// A fresh proof to see it: whoever connects is past asking by then, and the provider's answer finds them so.
export const loader = page(async ({ request, context }: LoaderFunctionArgs) => {
  const { user } = await requireFreshProof(request);
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
    timeZone: user.timeZone,
  };
  return data(settings, { headers: providerPolicy(context) });
});

export const headers = providerPageHeaders;

export const action = page(async ({ request }: ActionFunctionArgs) => {
  const { user } = await requireFreshProof(request);
  const identityId = (await readForm(request)).get("identityId") ?? "";
  try {
    if (isId(identityId)) await unlinkIdentity({ owner: user, identityId });
    return redirectWithFlash(paths.connectedProviders(), {
      kind: "success",
      message: messages.social.unlinked,
    });
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return redirectWithFlash(paths.connectedProviders(), { kind: "error", message: error.message });
  }
});

export default function ConnectedProviders() {
  const settings = useLoaderData<typeof loader>();
  return (
    <>
      <Flash />
      <p className="meta">
        <Link to={paths.settings({ section: "security" })}>Security</Link>
      </p>
      <ProvidersPanel {...settings} />
    </>
  );
}

export { clientAction } from "#app/components/forms/unanswered.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
