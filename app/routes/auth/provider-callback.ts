import { redirect } from "@remix-run/node";
import {
  authorizationCookie,
  type PendingAuthorization,
} from "#app/http/auth/authorization-request.server.ts";
import { anyone } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { page } from "#app/http/page.server.ts";
import { DomainError, NotFound } from "#app/lib/errors.ts";
import { log } from "#app/lib/log.server.ts";
import { consume } from "#app/lib/rate-limiter.server.ts";
import { paths } from "#app/paths.ts";
import { type SignInProvider, SignInRefused } from "#app/services/auth/providers/provider.ts";
import { findProvider } from "#app/services/auth/providers/registry.server.ts";
import { signInLimits } from "#app/services/auth/sign-in/attempt-limits.server.ts";
import { handleProviderCallback } from "./provider-callback.server.ts";

export const loader = page(anyone, async ({ request, params, context }) => {
  await consume([signInLimits.byAddress(context.clientAddress)]);
  const provider = findProvider(params.provider);
  if (!provider) throw new NotFound("Provider");
  const response = await respond(provider);
  // The attempt has ended, whatever its result.
  response.headers.append("Set-Cookie", await authorizationCookie.clear());
  return response;

  async function respond(provider: SignInProvider): Promise<Response> {
    const attempt = await authorizationCookie.parse(request.headers.get("cookie"));
    const back = attempt ? getOrigin(attempt) : paths.login();
    try {
      if (!attempt) throw new SignInRefused();
      return await handleProviderCallback({ request, context, provider, attempt });
    } catch (error) {
      if (error instanceof Response) return error;
      if (!(error instanceof DomainError) || error.status === 503) throw error;
      if (error.code === "account_deactivated") return redirect(paths.accountDeactivated(), 303);
      if (error.cause)
        log.warn({ err: error.cause, provider: provider.id, requestId: context.requestId }, error.code);
      const kind = error instanceof SignInRefused && error.isCancelled ? "blank" : "error";
      return redirectWithFlash(back, { kind, message: error.message });
    }
  }
});

/** The page where the attempt started. */
function getOrigin({ intent, returnTo }: PendingAuthorization): string {
  if (intent === "reauthenticate") return paths.reauthenticate({ returnTo });
  return intent === "connect-provider" ? returnTo : paths.login();
}
