import { DAY, MINUTE, SECOND } from "#app/lib/dates.ts";
import { isSignature, sign } from "#app/lib/secrets.server.ts";

const LIFETIME_MS = DAY;
const MIN_AGE_MS = 2 * SECOND;

/**
 * `page`: in the HTML and shared for a minute, so its age says nothing about one visitor. `call`: fetched
 * by the script.
 */
type Kind = "page" | "call";
const letters = { page: "p", call: "c" } as const;

/** A signed time: `p<ms in base 36>.<signature>`. */
export function issueFormToken(kind: Kind, now = Date.now()): string {
  const time = kind === "page" ? now - (now % MINUTE) : now;
  const value = `${letters[kind]}${time.toString(36)}`;
  return `${value}.${sign("form-token", value)}`;
}

export type FormTokenResult =
  | { verdict: "good" | "too-old" | "too-young"; issuedAt: Date }
  | { verdict: "missing" | "forged" };

/** Verifies a token at `now` (ms). A token for another purpose is `forged`. */
export function verifyFormToken(token: string | undefined, now = Date.now()): FormTokenResult {
  if (!token) return { verdict: "missing" };
  const dot = token.indexOf(".");
  const value = token.slice(0, dot);
  if (dot < 2 || !isSignature("form-token", value, token.slice(dot + 1))) return { verdict: "forged" };
  const issuedAt = new Date(Number.parseInt(value.slice(1), 36));
  const ageMs = now - issuedAt.getTime();
  if (ageMs > LIFETIME_MS) return { verdict: "too-old", issuedAt };
  if (value.startsWith(letters.call) && ageMs < MIN_AGE_MS) return { verdict: "too-young", issuedAt };
  return { verdict: "good", issuedAt };
}
