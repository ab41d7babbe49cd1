import type { HeadersFunction } from "@remix-run/node";

/** A page's `headers`: passes on those of a refused form or an error, such as `Retry-After`. */
export const pageHeaders: HeadersFunction = ({ actionHeaders, errorHeaders }) =>
  new Headers(errorHeaders ?? actionHeaders);
