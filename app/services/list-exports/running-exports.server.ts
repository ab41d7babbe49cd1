import { databaseLimitStore } from "#app/database/queries/limit-counts.server.ts";
import { log } from "#app/lib/log.server.ts";
import { RateLimited } from "#app/lib/rate-limiter.server.ts";

const RETRY_SECONDS = 60;
/** The longest export. If its process is killed, the next one can start after this time. */
const EXPORT_SECONDS = 15 * 60;

/**
 * The parts of an export, unless another one of the same key is running in any process.
 * @throws {RateLimited} at the first part
 */
export async function* oneExportAtATime<Part>(
  key: string,
  parts: AsyncGenerator<Part>,
): AsyncGenerator<Part> {
  const counter = { name: "running-export", key, seconds: EXPORT_SECONDS };
  const { points } = await databaseLimitStore.add(counter, 1);
  try {
    if (points > 1)
      throw new RateLimited(
        { "Retry-After": String(RETRY_SECONDS) },
        "An export of your data is running already. Please try again when it has ended.",
      );
    yield* parts;
  } finally {
    // What was written is complete, also where this fails.
    await databaseLimitStore
      .add(counter, -1)
      .catch((err: unknown) => log.warn({ err }, "the end of an export could not be stored"));
  }
}
