import type { HeadersFunction } from "@remix-run/node";

/** A page's `headers`: what a refused form or a failed page says in its head, such as `Retry-After`. */
export const pageHeaders: HeadersFunction = ({ actionHeaders, errorHeaders }) =>
  new Headers(errorHeaders ?? actionHeaders);
