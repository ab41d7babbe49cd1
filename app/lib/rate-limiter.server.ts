import ipaddr from "ipaddr.js";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { config } from "#app/env.server.ts";
import { DomainError } from "./errors.ts";
import { formatWait } from "./format-wait.ts";

/** Calls per window and key. The name is shown in the `RateLimit` headers. */
export type Limit = {
  name: string;
  points: number;
  seconds: number;
  key: string;
  /** Counted, but shown only once reached: the remaining count would reveal whose it is. */
  isSecret?: boolean;
};

export class RateLimited extends DomainError {
  override readonly headers: Record<string, string>;

  constructor(headers: Record<string, string>, message?: string) {
    const wait = formatWait(Number(headers["Retry-After"]));
    super(429, "rate_limited", message ?? `Too many requests. Please try again ${wait}.`);
    this.headers = headers;
  }
}

const limiters = new Map<string, RateLimiterMemory>();

function limiterFor({ name, points, seconds }: Limit): RateLimiterMemory {
  let limiter = limiters.get(name);
  if (!limiter) {
    limiter = new RateLimiterMemory({ points: scaled(points), duration: seconds });
    limiters.set(name, limiter);
  }
  return limiter;
}

const scaled = (points: number) => Math.max(1, Math.round(points * config.rateLimitScale));

const IPV6_HOST_BITS = 64;

/** An IP address as limits count it: an IPv6 host owns its whole /64. */
export function addressKey(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_HOST_BITS}`);
  return `${network}/${IPV6_HOST_BITS}`;
}

/**
 * Counts a call against its limits.
 * @returns the IETF `RateLimit` headers of the tightest limit that is not secret
 * @throws {RateLimited} 429 with `Retry-After`
 */
export async function consume(limits: Limit[]): Promise<Record<string, string>> {
  let tightest: { limit: Limit; result: RateLimiterRes } | null = null;
  for (const limit of limits) {
    let result: RateLimiterRes;
    try {
      result = await limiterFor(limit).consume(limit.key);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      throw new RateLimited({ ...headersFor(limit, 0, seconds), "Retry-After": String(seconds) });
    }
    if (limit.isSecret) continue;
    if (!tightest || result.remainingPoints < tightest.result.remainingPoints) tightest = { limit, result };
  }
  if (!tightest) return {};
  return headersFor(
    tightest.limit,
    tightest.result.remainingPoints,
    Math.ceil(tightest.result.msBeforeNext / 1000),
  );
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
