import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import proxyAddr from "proxy-addr";

/** Whether the address, `hop` steps away from this server, is a trusted proxy. */
export type IsTrustedProxy = (address: string, hop: number) => boolean;

/**
 * Reads TRUST_PROXY: a number of hops, or a list of addresses, networks and proxy-addr's names.
 * @returns null when no proxy is trusted
 * @throws {Error} on a list that names something else
 */
export function compileTrust(setting: string): IsTrustedProxy | null {
  const names = setting
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  const [first] = names;
  if (first === undefined) return null;
  if (names.length === 1 && /^\d+$/.test(first)) {
    const hops = Number(first);
    return hops === 0 ? null : (_address, hop) => hop < hops;
  }
  try {
    return proxyAddr.compile(names);
  } catch (cause) {
    throw new Error("TRUST_PROXY: must be a number of hops or a list of addresses and networks", { cause });
  }
}

/** The peer's address, or behind trusted proxies the nearest untrusted one. */
export function getClientAddress(req: IncomingMessage, isTrustedProxy: IsTrustedProxy | null): string {
  const peer = parseAddress(req.socket.remoteAddress ?? "") ?? "unknown";
  if (!isTrustedProxy || req.headers["x-forwarded-for"] === undefined) return peer;
  return parseAddress(proxyAddr(req, isTrustedProxy)) ?? peer;
}

/** Some proxies add a port or brackets; a dual-stack socket wraps IPv4 in IPv6. */
function parseAddress(text: string): string | null {
  const bare = text.startsWith("::ffff:") ? text.slice("::ffff:".length) : text;
  if (isIP(bare)) return bare;
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(bare) ?? [];
  const inner = bracketed ?? plain ?? "";
  if (inner === "") return isIP(text) ? text : null;
  return parseAddress(inner);
}
