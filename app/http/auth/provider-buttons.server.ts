import type { HeadersFunction } from "@remix-run/node";
import { documentPolicy } from "#app/http/csp.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { signInProviders } from "#app/services/auth/providers/registry.server.ts";

const POLICY = "Content-Security-Policy";

export const providerButtons = () => signInProviders.map(({ id, name }) => ({ id, name }));

/**
 * The policy of a page with the buttons. Without script the post redirects to the provider, and Chromium
 * checks that against `form-action`.
 */
export function providerPolicy({ nonce }: Pick<LoadContext, "nonce">): Headers {
  const extra = { "form-action": signInProviders.flatMap(({ origins }) => origins()) };
  return new Headers({
    [POLICY]: documentPolicy({ nonce, extra, isDevelopment: import.meta.env.DEV }),
  });
}

/** The page's `headers`: the document has the loader's policy, also after a post. */
export const providerPageHeaders: HeadersFunction = (given) => {
  const headers = new Headers(pageHeaders(given));
  const policy = given.loaderHeaders.get(POLICY);
  if (policy) headers.set(POLICY, policy);
  return headers;
};
