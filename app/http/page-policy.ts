import type { HeadersFunction } from "@remix-run/node";
import { documentPolicy } from "./csp.ts";
import type { LoadContext } from "./load-context.ts";
import { pageHeaders } from "./page-headers.ts";

const POLICY = "Content-Security-Policy";

/** The loader's headers of a page that needs more sources than others: `{ "img-src": ["blob:"] }`. */
export function policyHeaders(
  { nonce }: Pick<LoadContext, "nonce">,
  extra: Record<string, readonly string[]>,
): Headers {
  return new Headers({
    [POLICY]: documentPolicy({ nonce, extra, isDevelopment: import.meta.env.DEV }),
  });
}

/** The page's `headers`: the document has the loader's policy, also after a post. */
export const policyPageHeaders: HeadersFunction = (given) => {
  const headers = new Headers(pageHeaders(given));
  const policy = given.loaderHeaders.get(POLICY);
  if (policy) headers.set(POLICY, policy);
  return headers;
};
