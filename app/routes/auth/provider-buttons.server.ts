import type { HeadersFunction } from "@remix-run/node";
import { documentPolicy } from "#app/http/csp.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { signInProviders } from "#app/services/auth/providers/registry.server.ts";

const POLICY = "Content-Security-Policy";

/** The providers that a page has buttons for. */
export const providerButtons = () => signInProviders.map(({ id, name }) => ({ id, name }));

/**
 * For a loader whose page has the buttons: without script a post goes on to the provider by a redirect, which Chromium holds against
 * `form-action`.
 */
export function providerPolicy({ nonce }: Pick<LoadContext, "nonce">): Headers {
  const extra = { "form-action": signInProviders.flatMap(({ origins }) => origins()) };
  return new Headers({
    [POLICY]: documentPolicy({ nonce, extra, isDevelopment: import.meta.env.DEV }),
  });
}

/** Such a page's `headers`: its document's policy is the loader's, also after a post. */
export const providerPageHeaders: HeadersFunction = (given) => {
  const headers = new Headers(pageHeaders(given));
  const policy = given.loaderHeaders.get(POLICY);
  if (policy) headers.set(POLICY, policy);
  return headers;
};
