// Loaded into a server before its own code: no name below `.invalid` is found, whatever the machine's resolver
// says.
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";

const { lookup } = dns;
dns.lookup = (hostname, ...rest) => {
  if (!hostname.endsWith(".invalid")) return lookup(hostname, ...rest);
  const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: "ENOTFOUND" });
  process.nextTick(rest.at(-1), error);
};
syncBuiltinESMExports();
