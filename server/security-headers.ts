import type { ServerResponse } from "node:http";
import onHeaders from "on-headers";
import type { Config } from "#app/env.server.ts";
import type { RequestContext } from "./request-context.ts";
import { REQUEST_ID_HEADER } from "./request-id.ts";
import { dropRest } from "./unread-body.ts";

export type HeaderPair = readonly [name: string, value: string];
export type SetDefaultHeaders = (res: ServerResponse, context: RequestContext) => void;

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The policy of all responses but pages: nothing may be loaded, run, framed or sent. */
export const STRICT_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

/** Contract 1: paths that search engines must not index. Pages with a token send their own header. */
const NOT_INDEXED = /^\/(?:api|dashboard|admin|social-login-success)(?:[/.?]|$)/;

/** Redirects depend on who is signed in. */
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** The headers of every response besides its Content-Security-Policy. */
export function getSecurityHeaders({ publicUrl }: Pick<Config, "publicUrl">): HeaderPair[] {
  const isHttps = publicUrl.startsWith("https:");
  return [
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["Cross-Origin-Resource-Policy", "same-origin"],
    ["Origin-Agent-Cluster", "?1"],
    // Not no-referrer, with which Chromium sends `Origin: null` with every form.
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ...(isHttps
      ? ([["Strict-Transport-Security", `max-age=${YEAR_SECONDS}; includeSubDomains`]] as const)
      : []),
    ["X-Content-Type-Options", "nosniff"],
    ["X-DNS-Prefetch-Control", "off"],
    ["X-Download-Options", "noopen"],
    ["X-Frame-Options", "DENY"],
    ["X-Permitted-Cross-Domain-Policies", "none"],
    ["X-XSS-Protection", "0"],
    ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()"],
  ];
}

/** Sets missing headers when a response is written, so that the app's own headers win. */
export function createDefaultHeaders(pairs: readonly HeaderPair[]): SetDefaultHeaders {
  const all: readonly HeaderPair[] = [...pairs, ["Content-Security-Policy", STRICT_POLICY]];
  return (res, { requestId }) => {
    onHeaders(res, () => {
      res.setHeader(REQUEST_ID_HEADER, requestId);
      if (!dropRest(res.req)) res.setHeader("Connection", "close");
      if (REDIRECTS.has(res.statusCode) && !res.hasHeader("Cache-Control"))
        res.setHeader("Cache-Control", "no-store");
      // The response may name its own time to retry.
      if (res.statusCode === 503 && !res.hasHeader("Retry-After")) res.setHeader("Retry-After", "2");
      for (const [name, value] of all) if (!res.hasHeader(name)) res.setHeader(name, value);
      if (NOT_INDEXED.test(res.req.url ?? "")) res.setHeader("X-Robots-Tag", "noindex");
    });
  };
}
