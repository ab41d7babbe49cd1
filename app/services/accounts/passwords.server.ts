import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";

// OWASP's argon2id floor: 19 MiB, 2 passes, 1 lane. The library's default algorithm is argon2id.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

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

/** Whether the password is the one behind the hash. Without a hash it takes the same time and says no. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword("no account has this password");
  const against = passwordHash ?? (await dummy);
  const isRight = await bounded(() => verify(against, asTyped(password)));
  return isRight && passwordHash !== null;
}
