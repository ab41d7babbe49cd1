import { type LookupAddress, lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { buildConnector } from "undici";
import { config } from "#app/env.server.ts";

/** Whether an address is on the public internet. In tests this machine is too. */
export function isPublicAddress(address: string, allowsLoopback = config.appEnv === "test"): boolean {
  if (!ipaddr.isValid(address)) return false;
  const range = ipaddr.process(address).range();
  return range === "unicast" || (allowsLoopback && range === "loopback");
}

class NotPublic extends Error {
  readonly code = "ADDRESS_NOT_PUBLIC";
}

/** Looks a host up and refuses it if one of its addresses is not public. */
const lookUpPublic: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const [first] = found ?? [];
    if (error || !first) return callback(error ?? new NotPublic(), "");
    if (!found.every(({ address }) => isPublicAddress(address))) return callback(new NotPublic(), "");
    if (options.all) return callback(null, found);
    callback(null, first.address, first.family);
  });
};

/**
 * Connects to public addresses only, and checks the very address it connects to: a name could have another one
 * a moment later.
 */
export function publicConnector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector({ ...options, lookup: lookUpPublic });
  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, "");
    // Of an address nothing is looked up.
    if (isIP(host) !== 0 && !isPublicAddress(host)) return callback(new NotPublic(), null);
    connect(target, callback);
  };
}
