import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Beginnings are long enough that a random secret has none: one in 65,000 begins with `1234`. */
const EXAMPLE_SECRET =
  /^(?:secret|test(?:ing)?[-_. ]|password|x{8}|0{8}|12345678)|change.?(?:me|this)|please.?change|replace.?(?:me|this)|example|placeholder/i;
const SECRET_MIN_LENGTH = 32;
/** A random secret of this length has more; `aaaa…`, `abcd…` and repeated parts have fewer. */
const SECRET_MIN_VARIETY = 8;

/** Whether a secret has too few different characters, or too few different steps between them. */
function isMonotonous(secret: string): boolean {
  const codes = [...secret].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return Math.min(new Set(codes).size, new Set(steps).size) < SECRET_MIN_VARIETY || isRepetition(secret);
}

/** Whether it is one shorter part again and again. */
const isRepetition = (secret: string) =>
  Array.from(secret.slice(secret.length / 2), (_, index) => index + 1).some((period) =>
    secret.startsWith(secret.slice(period)),
  );

/** What is wrong with the secrets of one variable, in words; null if they can be used. */
export function problemOfSecrets(values: string[], isProduction: boolean): string | null {
  if (values.length === 0) return `is required in production, at least ${SECRET_MIN_LENGTH} characters each`;
  if (values.some((value) => value.length < SECRET_MIN_LENGTH || EXAMPLE_SECRET.test(value)))
    return `every value needs at least ${SECRET_MIN_LENGTH} characters and must not be an example`;
  if (isProduction && values.some(isMonotonous))
    return "every value must be random; openssl rand -base64 48 makes one";
  return null;
}

const randomSecret = () => randomBytes(32).toString("base64url");

/** Outside production a secret is made once and kept in the data directory, readable by its owner only. */
export function generatedSecret(dataDir: string, name: string, generate = randomSecret): string {
  const file = path.join(dataDir, `${name.toLowerCase()}.txt`);
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  mkdirSync(dataDir, { recursive: true });
  const secret = generate();
  try {
    writeFileSync(file, secret, { flag: "wx", mode: 0o600 });
    return secret;
  } catch {
    // Another process of the same start made it first.
    return readFileSync(file, "utf8").trim();
  }
}
