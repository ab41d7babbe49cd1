import type { IncomingMessage } from "node:http";
import type { TrustsHop } from "./client-address.ts";

const isTrustedPeer = (req: IncomingMessage, trusts: TrustsHop | null): boolean =>
  trusts?.(req.socket.remoteAddress ?? "", 0) ?? false;

/** The host the visitor asked for, where a trusted proxy has put its own in `Host`. */
export function forwardedHost(req: IncomingMessage, trusts: TrustsHop | null): string | undefined {
  const forwarded = req.headers["x-forwarded-host"];
  return typeof forwarded === "string" && isTrustedPeer(req, trusts) ? forwarded : undefined;
}

/**
 * Takes off what only a proxy may say. `X-Forwarded-Host` always goes, since Remix believes it from anybody
 * and many proxies hand on the client's own; so does a protocol that is none, which would end as a 500.
 */
export function cleanProxyHeaders(req: IncomingMessage, trusts: TrustsHop | null): void {
  const { headers } = req;
  const isTrusted = isTrustedPeer(req, trusts);
  for (const name in headers) {
    if (name === "x-forwarded-host") delete headers[name];
    else if (isTrusted) continue;
    else if (name.startsWith("x-forwarded-") || name === "forwarded" || name === "x-real-ip") {
      delete headers[name];
    }
  }
  const protocol = headers["x-forwarded-proto"];
  if (protocol !== undefined && !/^https?(?:\s*,|$)/.test(String(protocol))) {
    delete headers["x-forwarded-proto"];
  }
}
