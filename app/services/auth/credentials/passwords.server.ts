import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { config } from "#app/env.server.ts";
import { assertTimeLeft, waitInTime } from "#app/lib/deadline.server.ts";
import { Unavailable } from "#app/lib/errors.ts";

// Tuned to 50 to 250 ms; OWASP's floor is 19 MiB and 2 passes. The library's default algorithm is argon2id.
const STRONG = { memoryCost: 65_536, timeCost: 4, parallelism: 1 };
/** Tests hash thousands of passwords, and none of them guards anything. */
const CHEAP = { memoryCost: 1_024, timeCost: 1, parallelism: 1 };
const OPTIONS = config.appEnv === "test" ? CHEAP : STRONG;

/** Half of Node's four pool threads: the database, files and DNS need the others. */
const AT_ONCE = 2;
/** With more waiting, a caller gets a 503 at once. */
export const WAITING_MAX = 120;
const limit = pLimit(AT_ONCE);

/** @throws {Unavailable} if too many wait already, or for too long */
async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (limit.activeCount + limit.pendingCount >= AT_ONCE + WAITING_MAX) throw new Unavailable();
  const hashed = limit(() => {
    // Its client has left meanwhile.
    assertTimeLeft();
    return work();
  });
  return waitInTime(hashed);
}

/** Verified if there is no account, so that a known and an unknown name take the same time. */
let dummy: Promise<string> | undefined;

/** As typed after NFKC, never trimmed or cut. */
const asTyped = (password: string) => password.normalize("NFKC");

/**
 * An argon2id hash in PHC form, parameters included.
 * @param assertNeeded runs first; if it throws, no hash is computed
 * @throws {Unavailable} if too many wait already
 */
export function hashPassword(password: string, assertNeeded?: () => Promise<void>): Promise<string> {
  return bounded(async () => {
    await assertNeeded?.();
    return hash(asTyped(password), OPTIONS);
  });
}

/** Whether a hash has other parameters than today's. The next sign-in replaces it. */
export function needsRehash(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = OPTIONS;
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

/**
 * Verifies a password. Without a hash it takes the same time and returns false.
 * @throws {Unavailable} if too many wait already
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  // Not through `bounded`: a rejection would be cached.
  dummy ??= limit(() => hash("no account has this password", OPTIONS));
  const against = passwordHash ?? (await dummy);
  const isRight = await bounded(() => verify(against, asTyped(password)));
  return isRight && passwordHash !== null;
}

type Replacement = {
  passwordHash: string;
  currentPassword: string;
  newPassword: string;
  /** Runs first, once the queue allows it. */
  assertNeeded: () => Promise<void>;
  /** Runs once the current password is right. */
  assertAllowed: () => void;
};

/**
 * Verifies the current password and hashes the new one, in one turn.
 * @returns null for a wrong password
 * @throws {Unavailable} if too many wait already, and what the two functions throw
 */
export function replacePassword(input: Replacement): Promise<string | null> {
  return bounded(async () => {
    await input.assertNeeded();
    if (!(await verify(input.passwordHash, asTyped(input.currentPassword)))) return null;
    input.assertAllowed();
    return hash(asTyped(input.newPassword), OPTIONS);
  });
}
