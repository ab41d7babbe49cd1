import type { IncomingMessage } from "node:http";
import type { IsTrustedProxy } from "./client-address.ts";

/** Whether a trusted proxy sends the request. */
export const isTrustedPeer = (req: IncomingMessage, isTrustedProxy: IsTrustedProxy | null): boolean =>
  isTrustedProxy?.(req.socket.remoteAddress ?? "", 0) ?? false;

/** The host that the visitor requested, if a trusted proxy sends its own as `Host`. */
export function forwardedHost(
  req: IncomingMessage,
  isTrustedProxy: IsTrustedProxy | null,
): string | undefined {
  const forwarded = req.headers["x-forwarded-host"];
  return typeof forwarded === "string" && isTrustedPeer(req, isTrustedProxy) ? forwarded : undefined;
}

/**
 * Removes headers that only a trusted proxy may set. `X-Forwarded-Host` is always removed, because Remix
 * trusts it from anyone. An invalid protocol is removed too, because it would cause a 500.
 */
export function cleanProxyHeaders(req: IncomingMessage, isTrustedProxy: IsTrustedProxy | null): void {
  const { headers } = req;
  const isTrusted = isTrustedPeer(req, isTrustedProxy);
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
