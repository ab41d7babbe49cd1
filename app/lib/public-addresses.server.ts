import { lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { buildConnector } from "undici";

/** Whether an address is one of the public internet, or this machine's where that is allowed. */
export function isPublicAddress(address: string, allowsLoopback = false): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address wrapped in IPv6 counts as itself.
  const range = ipaddr.process(address).range();
  return range === "unicast" || (allowsLoopback && range === "loopback");
}

class PrivateAddress extends Error {
  readonly code = "ADDRESS_NOT_PUBLIC";

  constructor(host: string) {
    super(`${host} is no public address`);
    this.name = "PrivateAddress";
  }
}

/**
 * Resolves host names as Node does, and refuses a name with any private address. A socket that uses it
 * connects to a checked address, even if the name resolves to another one later.
 */
function createPublicLookup(allowsLoopback: boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const isRefused = addresses?.some(({ address }) => !isPublicAddress(address, allowsLoopback));
      if (error || isRefused) return callback(error ?? new PrivateAddress(hostname), [], 0);
      const [first] = addresses;
      if (options.all) callback(null, addresses);
      else callback(null, first?.address ?? "", first?.family);
    });
  };
}

/** Connects to public addresses only: those a name resolves to, and those that a URL holds itself. */
export function publicConnector(
  options: buildConnector.BuildOptions,
  allowsLoopback: boolean,
): buildConnector.connector {
  const connect = buildConnector({ ...options, lookup: createPublicLookup(allowsLoopback) });
  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, "");
    // An IP address is not looked up.
    if (isIP(host) !== 0 && !isPublicAddress(host, allowsLoopback))
      return callback(new PrivateAddress(host), null);
    connect(target, callback);
  };
}
