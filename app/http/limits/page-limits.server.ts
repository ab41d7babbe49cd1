import { generalLimit } from "#app/http/limits/limits.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { getContext } from "#app/http/request-context.server.ts";
import { addressKey, consume, RateLimited } from "#app/lib/rate-limiter.server.ts";

const counts = new WeakMap<LoadContext, Map<string, Promise<unknown>>>();

/** Counts a page's request once for all its loaders and its action. Over the limit, all of them refuse. */
function countOnce(context: LoadContext, who: string): Promise<unknown> {
  const counted = counts.get(context) ?? new Map<string, Promise<unknown>>();
  counts.set(context, counted);
  const count = counted.get(who) ?? consume([generalLimit(who)]);
  counted.set(who, count);
  return count;
}

/**
 * Counts a page request for its IP address.
 * @throws {RateLimited} 429
 */
export async function countForAddress(context: LoadContext): Promise<void> {
  await countOnce(context, `address:${addressKey(context.clientAddress)}`);
}

/** Counts a page request that no route sees. @returns whether it is within the limit of its IP address */
export const isWithinLimit = (clientAddress: string): Promise<boolean> =>
  consume([generalLimit(`address:${addressKey(clientAddress)}`)]).then(
    () => true,
    (error: unknown) => {
      if (error instanceof RateLimited) return false;
      throw error;
    },
  );

/**
 * Counts the current page request for its account.
 * @throws {RateLimited} 429
 */
export async function countForAccount(userId: string): Promise<void> {
  await countOnce(getContext(), `account:${userId}`);
}
