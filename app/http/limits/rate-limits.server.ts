import { isIPv6 } from "node:net";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { config } from "#app/env.server.ts";
import { DomainError } from "#app/lib/errors.ts";
import { formatWait } from "#app/lib/format-wait.ts";
import { toLookupKey } from "#app/services/auth/credentials/email-key.server.ts";

/** So many calls per window and key. Names are shown in the `RateLimit` headers. */
export type Limit = {
  name: string;
  points: number;
  seconds: number;
  key: string;
  /** Counted, but told to nobody before it is reached: how it stands would tell whose it is. */
  isSecret?: boolean;
};

export class RateLimited extends DomainError {
  override readonly headers: Record<string, string>;

  constructor(headers: Record<string, string>) {
    super(
      429,
      "rate_limited",
      `Too many requests. Please try again ${formatWait(Number(headers["Retry-After"]))}.`,
    );
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

/** The address as limits count it: an IPv6 host owns its whole /64. */
export function addressKey(address: string): string {
  return isIPv6(address) ? expandedPrefix(address) : address;
}

function expandedPrefix(address: string): string {
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  if (tail !== undefined) {
    const after = tail.split(":").filter(Boolean);
    while (groups.length + after.length < 8) groups.push("0");
    groups.push(...after);
  }
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/**
 * Counts a call against its limits.
 * @returns the IETF `RateLimit` headers of the tightest one that may be told
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

const MINUTE = 60;

/** "All else": 600 a minute by account or address. */
export const generalLimit = (who: string): Limit => ({
  name: "general",
  points: 600,
  seconds: MINUTE,
  key: who,
});

export const signInLimits = {
  byAddress: (address: string): Limit => ({
    name: "sign-in-address",
    points: 100,
    seconds: 15 * MINUTE,
    key: address,
  }),
  byAccount: (account: string): Limit => ({
    name: "sign-in-account",
    points: 10,
    seconds: 15 * MINUTE,
    key: account,
  }),
};

/** Codes that were typed; whoever types them has proved the password. */
export const twoFactorLimits = {
  byAddress: (address: string): Limit => ({
    name: "second-step-address",
    points: 100,
    seconds: 15 * MINUTE,
    key: address,
  }),
  byAccount: (userId: string): Limit => ({
    name: "second-step-account",
    points: 10,
    seconds: 15 * MINUTE,
    key: userId,
  }),
};

/** Registering, forgotten passwords and links sent again: 5 an hour by the address that is typed, 30 by where it comes from. */
export const mailLimits = {
  byAddress: (address: string): Limit => ({
    name: "mail-address",
    points: 30,
    seconds: 60 * MINUTE,
    key: address,
  }),
  byEmail: (email: string): Limit => ({
    name: "mail-email",
    points: 5,
    seconds: 60 * MINUTE,
    key: toLookupKey(email),
  }),
};

/** New addresses asked for by one account: each is mailed to whoever has it. */
const emailChangesLimit = (userId: string): Limit => ({
  name: "email-changes",
  points: 5,
  seconds: 60 * MINUTE,
  key: userId,
});

/** What a change of the account's address counts against. */
export const emailChangeLimits = ({ userId, email }: { userId: string; email: string }): Limit[] => [
  emailChangesLimit(userId),
  mailLimits.byEmail(email),
];

/** A program's anonymous call without a token has a tenth of what a browser has. */
export const submitLimits = (address: string, slug: string, isProgram: boolean): Limit[] =>
  isProgram
    ? [
        { name: "submit-program-form", points: 3, seconds: MINUTE, key: `${address}|${slug}` },
        { name: "submit-program", points: 30, seconds: MINUTE, key: address },
      ]
    : [
        { name: "submit-form", points: 30, seconds: MINUTE, key: `${address}|${slug}` },
        { name: "submit", points: 300, seconds: MINUTE, key: address },
      ];
