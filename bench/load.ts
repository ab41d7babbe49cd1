import autocannon from "autocannon";

export type Measured = { perSecond: number; p50Ms: number; p99Ms: number };

type Load = {
  url: string;
  seconds: number;
  connections: number;
  /** Makes each request's body; without it the request is a GET. */
  body?: () => string;
  headers?: Record<string, string>;
};

/** Bounded load from this process on a loopback address. An answer other than 2xx spoils the measurement and throws. */
export async function load({ url, seconds, connections, body, headers }: Load): Promise<Measured> {
  const result = await autocannon({
    url,
    duration: seconds,
    connections,
    headers: {
      "accept-encoding": "br",
      ...(body ? { "content-type": "application/json" } : { cookie: "attesto_visitor=bench" }),
      ...headers,
    },
    ...(body
      ? {
          requests: [
            {
              method: "POST" as const,
              setupRequest: (request: autocannon.Request) => ({ ...request, body: body() }),
            },
          ],
        }
      : {}),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${url}: ${result.non2xx} answers other than 2xx and ${result.errors} errors spoil the measurement.`,
    );
  }
  return { perSecond: result.requests.average, p50Ms: result.latency.p50, p99Ms: result.latency.p99 };
}

export function median(runs: Measured[]): Measured {
  const middle = (pick: (run: Measured) => number) =>
    runs.map(pick).sort((a, b) => a - b)[Math.floor(runs.length / 2)] ?? 0;
  return {
    perSecond: middle((run) => run.perSecond),
    p50Ms: middle((run) => run.p50Ms),
    p99Ms: middle((run) => run.p99Ms),
  };
}
