import type { Config } from "#app/env.server.ts";

type HostConfig = Pick<Config, "publicUrl" | "appEnv" | "isProduction" | "port">;

export type HostVerdict =
  /** `origins` are those of a page that this host has served. */
  | { isServed: true; origins: readonly string[] }
  /** `redirectsTo` is the origin where the product is, for a developer who typed another local name. */
  | { isServed: false; redirectsTo: string | null };

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?$/;

/** Asked by supervisors and balancers by any name: they read no host and show nothing private. */
export const HOSTLESS_PATHS: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** PUBLIC_URL; where the port was left to the system, with the port that it gave. */
export function publicAddress({ publicUrl }: Pick<Config, "publicUrl">, listeningPort: number): URL {
  const address = new URL(publicUrl);
  if (address.port === "0") address.port = String(listeningPort);
  return address;
}

/**
 * Serves PUBLIC_URL's host and no other. Outside production the local names lead there; they are served as
 * they are with APP_ENV=test, by any port, and with PORT=0, by the port that was given: a test or a script
 * that asked for a free port knows the server by its number only.
 */
export function createHostGate(config: HostConfig, listeningPort: number): (host?: string) => HostVerdict {
  const address = publicAddress(config, listeningPort);
  const withPort = `${address.hostname}:${address.port || (address.protocol === "https:" ? 443 : 80)}`;
  const publicHosts = new Set([address.host, withPort]);
  const served: HostVerdict = { isServed: true, origins: [address.origin] };
  const unknown: HostVerdict = { isServed: false, redirectsTo: null };
  const elsewhere: HostVerdict = { isServed: false, redirectsTo: address.origin };

  return (host = "") => {
    if (publicHosts.has(host)) return served;
    const lowered = host.toLowerCase();
    if (publicHosts.has(lowered)) return served;
    if (config.isProduction) return unknown;
    const local = LOCAL_HOST.exec(lowered);
    if (!local) return unknown;
    const isServed = config.appEnv === "test" || (config.port === 0 && local[1] === String(listeningPort));
    return isServed ? { isServed, origins: [address.origin, `http://${lowered}`] } : elsewhere;
  };
}
