import type { HeadersFunction } from "@remix-run/node";

/** A page's `headers`: passes on those of a refused form or an error, such as `Retry-After`. */
export const pageHeaders: HeadersFunction = ({ actionHeaders, errorHeaders }) =>
  new Headers(errorHeaders ?? actionHeaders);

/** The `headers` of a page whose action answers with a page again: the loader's, and over them the action's. */
export const answeredPageHeaders: HeadersFunction = ({ loaderHeaders, actionHeaders }) => {
  const all = new Headers(loaderHeaders);
  actionHeaders?.forEach((value, name) => {
    all.set(name, value);
  });
  return all;
};

/** Not indexed, and no referrer for other sites. Its own forms still send their origin. */
export const secrecyHeaders = { "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex" };

/** The `headers` of a page with a token in its URL. */
export const tokenPageHeaders: HeadersFunction = (args) => {
  const headers = new Headers(pageHeaders(args));
  for (const [name, value] of Object.entries(secrecyHeaders)) headers.set(name, value);
  return headers;
};
