import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { Unavailable } from "#app/lib/errors.ts";

// Tuned to 50 to 250 ms; OWASP's floor is 19 MiB and 2 passes. The library's default algorithm is argon2id.
const OPTIONS = { memoryCost: 65_536, timeCost: 4, parallelism: 1 };

/** Node has four threads for this, which the database, files and names of hosts need as well: half of them stay theirs. */
const AT_ONCE = 2;
/** Who comes after so many would wait for seconds: they are told to come again instead. */
export const WAITING_MAX = 40;
const limit = pLimit(AT_ONCE);

/** @throws {Unavailable} when too many wait already */
async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (limit.activeCount + limit.pendingCount >= AT_ONCE + WAITING_MAX) throw new Unavailable();
  return limit(work);
}

/** What is verified when no account is found, so that a known and an unknown name take the same time. */
let dummy: Promise<string> | undefined;

/** Exactly as typed after NFKC: never trimmed or cut. */
const asTyped = (password: string) => password.normalize("NFKC");

/**
 * An argon2id hash in PHC form, parameters included.
 * @throws {Unavailable} when too many are being made
 */
export function hashPassword(password: string): Promise<string> {
  return bounded(() => hash(asTyped(password), OPTIONS));
}

/** Whether a hash was made with other parameters than today's: it is made anew at the next sign-in. */
export function needsRehash(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = OPTIONS;
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

/**
 * Whether the password is the one behind the hash. Without a hash it takes the same time and says no.
 * @throws {Unavailable} when too many are being looked at
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  // Not of those who may be turned away: it would be missing from then on.
  dummy ??= limit(() => hash("no account has this password", OPTIONS));
  const against = passwordHash ?? (await dummy);
  const isRight = await bounded(() => verify(against, asTyped(password)));
  return isRight && passwordHash !== null;
}
