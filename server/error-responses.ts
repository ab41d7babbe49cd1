import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ErrorCode, ErrorStatus } from "#app/lib/error-codes.ts";
import { STRICT_POLICY } from "./security-headers.ts";

/** `message` is a sentence for people; it never comes from a caught error. */
export type HttpError = {
  status: ErrorStatus;
  code: ErrorCode;
  message: string;
  headers?: Record<string, string>;
};

export const httpErrors = {
  badHost: { status: 400, code: "bad_host", message: "This address is not served here." },
  malformedPath: {
    status: 400,
    code: "malformed_path",
    message: "This link doesn't work: part of it is missing or mistyped.",
  },
  dataQuery: { status: 400, code: "unsupported_query", message: "This address is not supported." },
  foreignOrigin: {
    status: 403,
    code: "origin_refused",
    message: "This request didn't come from one of our pages. Please reload the page and try again.",
  },
  tooLarge: {
    status: 413,
    code: "payload_too_large",
    message: "That's too large. Send it in smaller parts.",
    // The body will not be read.
    headers: { Connection: "close" },
  },
  timeout: { status: 408, code: "request_timeout", message: "This request took too long to arrive." },
  headersTooLarge: {
    status: 431,
    code: "headers_too_large",
    message: "The headers of this request are too large. Deleting this site's cookies may help.",
  },
  badRequest: { status: 400, code: "bad_request", message: "This request cannot be read." },
  notFound: {
    status: 404,
    code: "not_found",
    message: "Page not found: it may have moved, or the link is wrong.",
  },
  unavailable: {
    status: 503,
    code: "unavailable",
    message: "The service is busy. Please try again in a moment.",
  },
  internal: {
    status: 500,
    code: "internal_error",
    message: "Something went wrong on our side. Please try again later.",
  },
} satisfies Record<string, HttpError>;

export function methodNotAllowed(allowed: readonly string[]): HttpError {
  return {
    status: 405,
    code: "method_not_allowed",
    message: "This address doesn't take that method.",
    headers: { Allow: allowed.join(", ") },
  };
}

/** The contract's error body under /api, a small page everywhere else. */
export function sendErrorResponse(
  req: IncomingMessage,
  res: ServerResponse,
  requestId: string,
  response: HttpError,
): void {
  const isApi = /^\/api(?:[/?]|$)/i.test(req.url ?? "");
  res.statusCode = response.status;
  res.setHeader("Content-Type", isApi ? "application/json; charset=utf-8" : "text/html; charset=utf-8");
  res.setHeader("Cache-Control", "no-store");
  if (!isApi) res.setHeader("Content-Security-Policy", PAGE_POLICY);
  for (const [name, value] of Object.entries(response.headers ?? {})) res.setHeader(name, value);
  res.end(isApi ? errorBody(response, requestId) : errorPage(response, requestId));
}

/** Contract 1: `errors` and `details` are present on 400, empty where nothing could be read. */
export function errorBody({ status, code, message }: HttpError, requestId: string): string {
  const fields = status === 400 ? { errors: [], details: [] } : {};
  return JSON.stringify({ error: message, code, ...fields, requestId });
}

const STYLE =
  ":root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem}small{opacity:.75}";
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");
const PAGE_POLICY = `${STRICT_POLICY}; style-src 'sha256-${STYLE_HASH}'`;

/** Neither the messages above nor a request id (letters, digits, `._-`) need escaping. */
function errorPage({ status, message }: HttpError, requestId: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Error ${status}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Error ${status}</h1>
<p>${message}</p>
<p><a href="/">Go to the start page</a></p>
<p><small>Request: ${requestId}</small></p>
</main>
</body>
</html>
`;
}
