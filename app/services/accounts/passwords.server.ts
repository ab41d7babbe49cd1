import { createHash } from "node:crypto";
import { hash, hashRaw, verify } from "@node-rs/argon2";
import pLimit from "p-limit";

// Tuned to 50 to 250 ms; OWASP's floor is 19 MiB and 2 passes. The library's default algorithm is argon2id.
const OPTIONS = { memoryCost: 65_536, timeCost: 4, parallelism: 1 };

/** Hashing fills memory and threads: so many at once, the rest wait. */
const bounded = pLimit(4);

/** What is verified when no account is found, so that a known and an unknown name take the same time. */
let dummy: Promise<string> | undefined;

/** Exactly as typed after NFKC: never trimmed or cut. */
const asTyped = (password: string) => password.normalize("NFKC");

/** An argon2id hash in PHC form, parameters included. */
export function hashPassword(password: string): Promise<string> {
  return bounded(() => hash(asTyped(password), OPTIONS));
}

/** Whether a hash was made with other parameters than today's: it is made anew at the next sign-in. */
export function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = OPTIONS;
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

/** Whether the password is the one behind the hash. Without a hash it takes the same time and says no. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword("no account has this password");
  const against = passwordHash ?? (await dummy);
  const isRight = await bounded(() => verify(against, asTyped(password)));
  return isRight && passwordHash !== null;
}

/** A hash as slow as a password's, as hex, that is the same for the same text and salt: it can be looked up. For short random codes. */
export async function hashForLookUp({ text, salt }: { text: string; salt: string }): Promise<string> {
  const saltBytes = createHash("sha256").update(salt).digest().subarray(0, 16);
  return (await bounded(() => hashRaw(text, { ...OPTIONS, salt: saltBytes }))).toString("hex");
}
