import type { Config } from "#app/env.server.ts";

type HostConfig = Pick<Config, "publicUrl" | "appEnv" | "isProduction" | "port">;

export type HostCheck =
  /** `origins` are those of the pages served under this host. */
  | { isServed: true; origins: readonly string[] }
  /** `redirectsTo` is PUBLIC_URL's origin, for a developer who typed another local name. */
  | { isServed: false; redirectsTo: string | null };

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?$/;

/** Supervisors and load balancers call these under any name. They show nothing private. */
export const ANY_HOST_PATHS: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** PUBLIC_URL, with the actual port if it has port 0. */
export function publicAddress({ publicUrl }: Pick<Config, "publicUrl">, listeningPort: number): URL {
  const address = new URL(publicUrl);
  if (address.port === "0") address.port = String(listeningPort);
  return address;
}

/**
 * Serves PUBLIC_URL's host only. Outside production local names redirect there; tests and port 0 serve them,
 * because the caller only knows the port.
 */
export function createHostGate(config: HostConfig, listeningPort: number): (host?: string) => HostCheck {
  const address = publicAddress(config, listeningPort);
  const withPort = `${address.hostname}:${address.port || (address.protocol === "https:" ? 443 : 80)}`;
  const publicHosts = new Set([address.host, withPort]);
  const served: HostCheck = { isServed: true, origins: [address.origin] };
  const refused: HostCheck = { isServed: false, redirectsTo: null };
  const redirected: HostCheck = { isServed: false, redirectsTo: address.origin };

  return (host = "") => {
    if (publicHosts.has(host)) return served;
    const lowered = host.toLowerCase();
    if (publicHosts.has(lowered)) return served;
    if (config.isProduction) return refused;
    const local = LOCAL_HOST.exec(lowered);
    if (!local) return refused;
    const isServed = config.appEnv === "test" || (config.port === 0 && local[1] === String(listeningPort));
    return isServed ? { isServed, origins: [address.origin, `http://${lowered}`] } : redirected;
  };
}
