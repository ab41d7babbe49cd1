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

export type FormTokenVerdict = "good" | "too-old" | "too-young" | "missing" | "forged";

const KNOWN_MAX = 1_000;
/** Tokens with a valid signature: visitors of one minute share one. */
const known = new Set<string>();

function isSigned(token: string, dot: number): boolean {
  if (known.has(token)) return true;
  if (dot < 2 || !isSignature("form-token", token.slice(0, dot), token.slice(dot + 1))) return false;
  if (known.size >= KNOWN_MAX) known.clear();
  known.add(token);
  return true;
}

/** Verifies a token at `now` (ms). A token for another purpose is `forged`. */
export function verifyFormToken(token: string | undefined, now = Date.now()): FormTokenVerdict {
  if (!token) return "missing";
  const dot = token.indexOf(".");
  if (!isSigned(token, dot)) return "forged";
  const ageMs = now - Number.parseInt(token.slice(1, dot), 36);
  if (ageMs > LIFETIME_MS) return "too-old";
  return token.startsWith(letters.call) && ageMs < MIN_AGE_MS ? "too-young" : "good";
}
