import type { Limit } from "#app/lib/rate-limiter.server.ts";

const MINUTE = 60;

/**
 * The limits of submits, by IP address or Telegram account. An anonymous call without a form token has a tenth of
 * a browser's.
 */
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
