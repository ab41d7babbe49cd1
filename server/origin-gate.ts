import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

export type Evidence = "same" | "foreign" | "missing";
export type GateVerdict = "pass" | "pass without cookies" | "refuse";

const UNSAFE_METHODS: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);
const BEARER = /^bearer +\S/i;

/** `/api/optin/settings` and what is under `dashboard` are the signed-in owner's, not a form's. */
const PUBLIC_READS =
  /^\/api\/(?:(?:optin|optin-settings)\/(?!settings(?:\/|$)|dashboard(?:\/|$))[A-Za-z0-9-]+|affiliate\/public\/platforms)\/?$/;
/** The public page's own post. Its signed form token is evidence enough for browsers that send none of the three. */
const PUBLIC_FORM = /^\/optin\/[A-Za-z0-9-]+$/;
const PUBLIC_SUBMIT = /^\/api\/optin\/[A-Za-z0-9-]+\/submit\/?$/;

/**
 * Where the request comes from. The first that is there decides: `Sec-Fetch-Site`, which no script can write;
 * `Origin`; `Referer`, all that some browsers without script send.
 */
export function originEvidence(headers: IncomingHttpHeaders, origins: readonly string[]): Evidence {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none" ? "same" : "foreign";
  if (headers.origin !== undefined) return origins.includes(headers.origin) ? "same" : "foreign";
  if (headers.referer !== undefined) return origins.includes(originOf(headers.referer)) ? "same" : "foreign";
  return "missing";
}

type Asked = { method: string; path: string; headers: IncomingHttpHeaders };

/** What the gate says to a request on a site whose own pages have one of these origins. */
export function judgeOrigin({ method, path, headers }: Asked, origins: readonly string[]): GateVerdict {
  const isUnsafe = UNSAFE_METHODS.has(method);
  const isPublic = isPublicCall(method, path);
  if (!isUnsafe && !isPublic) return "pass";
  const evidence = originEvidence(headers, origins);
  if (evidence === "same") return "pass";
  if (isPublic) return isUnsafe || evidence === "foreign" ? "pass without cookies" : "pass";
  // Pages do not look at a bearer credential: there it says nothing about who sends the cookie.
  if (path.startsWith("/api/") && BEARER.test(headers.authorization ?? "")) return "pass";
  const isHarmless = headers.cookie === undefined || (method === "POST" && PUBLIC_FORM.test(path));
  return evidence === "missing" && isHarmless ? "pass" : "refuse";
}

/**
 * Judges the request and takes off what must not go on: the cookies of a public call from elsewhere, and
 * `Origin`, which Remix would compare again with the Host as it arrived, and answer 500 behind a proxy.
 * @returns whether the request may go on
 */
export function passOriginGate(req: IncomingMessage, path: string, origins: readonly string[]): boolean {
  const verdict = judgeOrigin({ method: req.method ?? "GET", path, headers: req.headers }, origins);
  if (verdict === "refuse") return false;
  if (verdict === "pass without cookies") delete req.headers.cookie;
  if (req.headers.origin !== undefined) delete req.headers.origin;
  return true;
}

/** The calls that the contract opens to every origin, their preflights included. */
function isPublicCall(method: string, path: string): boolean {
  if (!path.startsWith("/api/")) return false;
  if (method === "POST") return PUBLIC_SUBMIT.test(path);
  if (method === "OPTIONS") return PUBLIC_SUBMIT.test(path) || PUBLIC_READS.test(path);
  return (method === "GET" || method === "HEAD") && PUBLIC_READS.test(path);
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "";
}
