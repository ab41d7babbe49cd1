import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { finishAtProvider } from "#app/http/finish-at-provider.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { page } from "#app/http/page.server.ts";
import { authenticateAt } from "#app/http/provider-strategy.server.ts";
import { consume } from "#app/http/rate-limits.server.ts";
import { type Attempt, attemptCookie } from "#app/http/sign-in-attempt.server.ts";
import { signInAddressLimit } from "#app/http/sign-in-limits.server.ts";
import { DomainError, NotFound } from "#app/lib/errors.ts";
import { log } from "#app/lib/log.server.ts";
import { paths } from "#app/paths.ts";
import { findProvider } from "#app/services/sign-in-providers/index.server.ts";
import { SignInRefused } from "#app/services/sign-in-providers/provider.ts";

export const loader = page(async ({ request, params, context }: LoaderFunctionArgs) => {
  await consume([signInAddressLimit(context.clientAddress)]);
  const provider = findProvider(params.provider);
  if (!provider) throw new NotFound("Provider");
  const response = await answer();
  // Whatever came of it, this attempt is over.
  response.headers.append("Set-Cookie", attemptCookie.clear());
  return response;

  async function answer(): Promise<Response> {
    const attempt = attemptCookie.read(request);
    const back = attempt ? wayBack(attempt) : paths.login();
    try {
      const answered = await authenticateAt(provider as NonNullable<typeof provider>, request);
      return await finishAtProvider({ request, context, providerName: provider?.name ?? "", ...answered });
    } catch (error) {
      if (!(error instanceof DomainError) || error.status === 503) throw error;
      if (error.code === "account_deactivated") return redirect(paths.accountDeactivated(), 303);
      if (error.cause)
        log.warn({ err: error.cause, provider: provider?.id, requestId: context.requestId }, error.code);
      const kind = error instanceof SignInRefused && error.isCancelled ? "blank" : "error";
      return redirectWithFlash(back, { kind, message: error.message });
    }
  }
});

/** The page that a sign-in was begun from. */
function wayBack({ intent, returnTo }: Attempt): string {
  if (intent === "prove") return paths.reauthenticate({ returnTo });
  return intent === "link" ? returnTo : paths.login();
}
