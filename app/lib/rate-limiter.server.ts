import ipaddr from "ipaddr.js";
import { config } from "#app/env.server.ts";
import type { ErrorCode } from "./error-codes.ts";
import { DomainError } from "./errors.ts";
import { formatWait } from "./format-wait.ts";
import { type Count, createMemoryStore, type LimitStore } from "./limit-store.server.ts";
import { log } from "./log.server.ts";

/** Calls per window and key. The name is shown in the `RateLimit` headers. */
export type Limit = {
  name: string;
  points: number;
  seconds: number;
  key: string;
  /** Counted, but shown only once reached: the remaining count would reveal whose it is. */
  isSecret?: boolean;
  /** Its count survives a restart, and all processes share it. */
  isDurable?: boolean;
  /** A call that succeeds is not counted. */
  countsFailures?: boolean;
};

/** Where counts are: `durable` for the limits that need it, `fast` for the others. */
export type LimitStores = { durable: LimitStore; fast: LimitStore };

let stores: LimitStores = { durable: createMemoryStore(), fast: createMemoryStore() };

/** Set once at the start. Before that, all counts are in memory. */
export function setLimitStores(next: LimitStores): void {
  stores = next;
}

export class RateLimited extends DomainError {
  override readonly headers: Record<string, string>;

  constructor(headers: Record<string, string>, message?: string) {
    const wait = formatWait(Number(headers["Retry-After"]));
    super(429, "rate_limited", message ?? `Too many requests. Please try again ${wait}.`);
    this.headers = headers;
  }
}

const scaled = (points: number) => Math.max(1, Math.round(points * config.rateLimitScale));

const IPV6_HOST_BITS = 64;

/** An IP address as limits count it: an IPv6 host owns its whole /64. */
export function addressKey(address: string): string {
  if (!address.includes(":") || !ipaddr.IPv6.isValid(address)) return address;
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_HOST_BITS}`);
  return `${network}/${IPV6_HOST_BITS}`;
}

const count = (limit: Limit, by: number): Promise<Count> =>
  (limit.isDurable ? stores.durable : stores.fast).add(limit, by);

/**
 * Counts a call against its limits.
 * @returns the IETF `RateLimit` headers of the tightest limit that is not secret
 * @throws {RateLimited} 429 with `Retry-After`
 */
export async function consume(limits: Limit[]): Promise<Record<string, string>> {
  let tightest: { limit: Limit; remaining: number; seconds: number } | null = null;
  for (const limit of limits) {
    const { points, msLeft } = await count(limit, 1);
    const remaining = scaled(limit.points) - points;
    const seconds = Math.max(1, Math.ceil(msLeft / 1000));
    if (remaining < 0)
      throw new RateLimited({ ...headersFor(limit, 0, seconds), "Retry-After": String(seconds) });
    if (limit.isSecret) continue;
    if (!tightest || remaining < tightest.remaining) tightest = { limit, remaining, seconds };
  }
  return tightest ? headersFor(tightest.limit, tightest.remaining, tightest.seconds) : {};
}

/**
 * Counts a call that is taken in any case; with -1 it takes one back.
 * @returns how many there were in the limit's window, this one too
 */
export const countInWindow = async (
  limit: Pick<Limit, "name" | "seconds" | "key">,
  by: 1 | -1 = 1,
): Promise<number> => (await stores.fast.add(limit, by)).points;

/** More was sent than a quota has room for. */
export class QuotaReached extends DomainError {
  override readonly headers: Record<string, string>;

  constructor(code: ErrorCode<429>, message: string, seconds: number) {
    super(429, code, `${message} Please try again ${formatWait(seconds)}.`);
    this.headers = { "Retry-After": String(seconds) };
  }
}

/** An amount that is counted in place of calls, which `RATE_LIMIT_SCALE` does not change. */
export type Quota = Pick<Limit, "name" | "points" | "seconds" | "key"> & {
  code: ErrorCode<429>;
  message: string;
};

/** Counts an amount, unless the quota has no room for it. @throws {QuotaReached} 429 with `Retry-After` */
export async function consumeQuota(
  { code, message, points, ...quota }: Quota,
  amount: number,
): Promise<void> {
  const used = await stores.durable.add(quota, amount);
  if (used.points <= points) return;
  await stores.durable.add(quota, -amount);
  throw new QuotaReached(code, message, Math.max(1, Math.ceil(used.msLeft / 1000)));
}

/**
 * Runs a counted attempt and refunds `countsFailures` limits unless the input was wrong. Counting comes
 * first, so that attempts at the same time cannot exceed a limit.
 */
export async function refundSuccess<T>(limits: Limit[], attempt: () => Promise<T>): Promise<T> {
  let isFailure = false;
  try {
    return await attempt();
  } catch (error) {
    isFailure = error instanceof DomainError && FAILURES.has(error.status);
    throw error;
  } finally {
    if (!isFailure) await refund(limits);
  }
}

/** Invalid, wrong, or over another limit. Other errors do not count as wrong attempts. */
const FAILURES = new Set([400, 401, 429]);

/** Counts an attempt and runs it. One that succeeds is not counted. */
export async function countFailures<T>(limits: Limit[], attempt: () => Promise<T>): Promise<T> {
  await consume(limits);
  return refundSuccess(limits, attempt);
}

/** Refunds `countsFailures` limits. It never throws, because the counted work is done. */
async function refund(limits: Limit[]): Promise<void> {
  for (const limit of limits.filter(({ countsFailures }) => countsFailures)) {
    try {
      await count(limit, -1);
    } catch (error) {
      log.warn({ err: error, limit: limit.name }, "a count could not be taken back");
    }
  }
}

// draft-ietf-httpapi-ratelimit-headers-10
function headersFor(
  { name, points, seconds }: Limit,
  remaining: number,
  reset: number,
): Record<string, string> {
  return {
    RateLimit: `"${name}";r=${remaining};t=${reset}`,
    "RateLimit-Policy": `"${name}";q=${scaled(points)};w=${seconds}`,
  };
}
