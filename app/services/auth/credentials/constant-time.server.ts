import { config } from "#app/env.server.ts";

/** Longer than the work takes; emails leave later, from the outbox. Tests ask hundreds of times. */
const MINIMUM_MS = config.appEnv === "test" ? 10 : 250;

/** Settles as `work` does, but never sooner than the minimum: the duration does not reveal what was found. */
export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([
    work(),
    new Promise((resolve) => setTimeout(resolve, MINIMUM_MS)),
  ]);
  if (result.status === "rejected") throw result.reason;
  return result.value;
}
