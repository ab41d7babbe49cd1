import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

type RequestSource = "same origin" | "other origin" | "unknown";
export type OriginDecision = "pass" | "pass without cookies" | "pass with page token" | "refuse";

const UNSAFE_METHODS: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);
const BEARER = /^bearer +\S/i;

/** `/api/optin/settings` and `/api/optin/dashboard/…` belong to the signed-in owner, not to a public form. */
const PUBLIC_READS =
  /^\/api\/(?:(?:optin|optin-settings)\/(?!settings(?:\/|$)|dashboard(?:\/|$))[A-Za-z0-9-]+|affiliate\/public\/platforms)\/?$/;
/**
 * A visitor's posts. Where browsers send none of the three headers, the form's signed token protects the public
 * page, and the token in its address the private one. A post to a broker link changes nothing.
 */
const PUBLIC_FORM = /^\/(?:optin\/[A-Za-z0-9-]+(?:\/mine\/[\w.-]+)?|go\/[A-Za-z0-9]+|t\/[A-Za-z0-9-]+)$/;
const PUBLIC_SUBMIT =
  /^\/api\/(?:optin\/[A-Za-z0-9-]+\/submit|postbacks\/[\w-]+|telegram\/updates\/[\w-]+)\/?$/;

/**
 * Uses the first header present: `Sec-Fetch-Site`, which scripts cannot set; `Origin`; `Referer`, the only
 * one that some text browsers send.
 */
function classifySource(headers: IncomingHttpHeaders, origins: readonly string[]): RequestSource {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return toSource(site === "same-origin" || site === "none");
  if (headers.origin !== undefined) return toSource(origins.includes(headers.origin));
  if (headers.referer !== undefined) return toSource(origins.includes(parseOrigin(headers.referer)));
  return "unknown";
}

const toSource = (isSame: boolean): RequestSource => (isSame ? "same origin" : "other origin");

type CheckedRequest = { method: string; path: string; headers: IncomingHttpHeaders };

/** `origins` are those of the site's own pages. */
export function checkOrigin(
  { method, path, headers }: CheckedRequest,
  origins: readonly string[],
): OriginDecision {
  const isUnsafe = UNSAFE_METHODS.has(method);
  const isPublic = isPublicCall(method, path);
  if (!isUnsafe && !isPublic) return "pass";
  const source = classifySource(headers, origins);
  if (source === "same origin") return "pass";
  if (isPublic) return isUnsafe || source === "other origin" ? "pass without cookies" : "pass";
  // Only for /api, because pages ignore a bearer token and use the cookie.
  if (path.startsWith("/api/") && BEARER.test(headers.authorization ?? "")) return "pass";
  if (source === "other origin") return "refuse";
  if (headers.cookie === undefined || (method === "POST" && PUBLIC_FORM.test(path))) return "pass";
  // A page's post: `page()` asks its form for the token of the session.
  return method === "POST" && !/^\/api(?:\/|$)/i.test(path) ? "pass with page token" : "refuse";
}

/**
 * Removes the cookies of a cross-origin public call, and `Origin`, which Remix would compare with the proxy's
 * Host and refuse with 500.
 */
export function enforceOrigin(
  req: IncomingMessage,
  path: string,
  origins: readonly string[],
): OriginDecision {
  const decision = checkOrigin({ method: req.method ?? "GET", path, headers: req.headers }, origins);
  if (decision === "pass without cookies") delete req.headers.cookie;
  if (req.headers.origin !== undefined) delete req.headers.origin;
  return decision;
}

/**
 * Calls that the contract allows from every origin, with their preflights, postbacks, Telegram's updates, and
 * one-click unsubscribing, which is authorized by its token.
 */
function isPublicCall(method: string, path: string): boolean {
  if (path === "/unsubscribe") return method === "POST";
  if (!path.startsWith("/api/")) return false;
  if (method === "POST") return PUBLIC_SUBMIT.test(path);
  if (method === "OPTIONS") return PUBLIC_SUBMIT.test(path) || PUBLIC_READS.test(path);
  return (method === "GET" || method === "HEAD") && PUBLIC_READS.test(path);
}

function parseOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "";
}
