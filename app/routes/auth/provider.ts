import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { anyone } from "#app/http/auth/guards.server.ts";
import { redirectToProvider } from "#app/http/auth/provider-strategy.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { log } from "#app/lib/log.server.ts";
import { consume } from "#app/lib/rate-limiter.server.ts";
import { paths } from "#app/paths.ts";
import { ProviderForm, type ProviderIntent } from "#app/schemas/accounts.ts";
import { ProviderUnreachable } from "#app/services/auth/providers/provider.ts";
import { findProvider } from "#app/services/auth/providers/registry.server.ts";
import { signInLimits } from "#app/services/auth/sign-in/attempt-limits.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

/** A sign-in starts with a post. A GET goes to the page with the buttons. */
export function loader(_: LoaderFunctionArgs) {
  return redirect(paths.login());
}

export const action = page(anyone, async ({ request, params, context }) => {
  await consume([signInLimits.byAddress(context.clientAddress)]);
  const provider = findProvider(params.provider);
  if (!provider) throw new NotFound("Provider");
  const handler = {
    async onValid({ intent }: { intent: ProviderIntent }) {
      try {
        return await redirectToProvider({ provider, request, intent });
      } catch (error) {
        if (!(error instanceof ProviderUnreachable)) throw error;
        log.warn({ err: error.cause, provider: provider.id, requestId: context.requestId }, error.code);
        return redirectWithFlash(paths.login(), { kind: "error", message: error.message });
      }
    },
  };
  return handleForm(request, anyone, ProviderForm, {
    "sign-in-with-provider": handler,
    "connect-provider": handler,
    reauthenticate: handler,
  });
});
