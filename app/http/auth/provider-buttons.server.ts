import type { LoadContext } from "#app/http/load-context.ts";
import { policyHeaders } from "#app/http/page-policy.ts";
import { signInProviders } from "#app/services/auth/providers/registry.server.ts";

export const providerButtons = () => signInProviders.map(({ id, name }) => ({ id, name }));

/**
 * The policy of a page with the buttons. Without script the post redirects to the provider, and Chromium
 * checks that against `form-action`.
 */
export function providerPolicy(context: Pick<LoadContext, "nonce">): Headers {
  const extra = { "form-action": signInProviders.flatMap(({ origins }) => origins()) };
  return policyHeaders(context, extra);
}
