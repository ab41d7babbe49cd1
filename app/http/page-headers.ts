import type { HeadersFunction } from "@remix-run/node";

/** A page's `headers`: passes on those of a refused form or an error, such as `Retry-After`. */
export const pageHeaders: HeadersFunction = ({ actionHeaders, errorHeaders }) =>
  new Headers(errorHeaders ?? actionHeaders);

/** Not indexed, and no referrer for other sites. Its own forms still send their origin. */
export const secrecyHeaders = { "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex" };

/** The `headers` of a page with a token in its URL. */
export const tokenPageHeaders: HeadersFunction = (args) => {
  const headers = new Headers(pageHeaders(args));
  for (const [name, value] of Object.entries(secrecyHeaders)) headers.set(name, value);
  return headers;
};
