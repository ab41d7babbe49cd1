import { RateLimited } from "#app/lib/rate-limiter.server.ts";

const RETRY_SECONDS = 60;

const running = new Set<string>();

/**
 * The parts of an account's export, unless another one is running in this process.
 * @throws {RateLimited} at the first part
 */
export async function* oneExportAtATime<Part>(
  userId: string,
  parts: AsyncGenerator<Part>,
): AsyncGenerator<Part> {
  if (running.has(userId))
    throw new RateLimited(
      { "Retry-After": String(RETRY_SECONDS) },
      "An export of your data is running already. Please try again when it has ended.",
    );
  running.add(userId);
  try {
    yield* parts;
  } finally {
    running.delete(userId);
  }
}
