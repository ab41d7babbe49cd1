import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** Whether an address is one of the public internet, or this machine's where that is allowed. */
export function isPublicAddress(address: string, allowsLoopback = false): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address wrapped in IPv6 is what it wraps.
  const range = ipaddr.process(address).range();
  return range === "unicast" || (allowsLoopback && range === "loopback");
}

export class PrivateAddress extends Error {
  constructor(host: string) {
    super(`${host} is no public address`);
    this.name = "PrivateAddress";
  }
}

/**
 * Resolves host names as Node does, and refuses a name of which any address is private. A socket that is opened
 * with it connects to what was checked: a name cannot resolve to another address afterwards.
 */
export function createPublicLookup(allowsLoopback: boolean): LookupFunction {
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
