import { databaseLimitStore } from "#app/database/queries/limit-counts.server.ts";
import { RateLimited } from "#app/lib/rate-limiter.server.ts";

const RETRY_SECONDS = 60;
/** The longest export. One of a process that was killed stands in the way until then. */
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
    await databaseLimitStore.add(counter, -1);
  }
}
