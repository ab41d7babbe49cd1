import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readConfig } from "./env.server.ts";
import { generateSigningKey, readSigningKey } from "./lib/proof/signing-keys.server.ts";
import { ConfigurationError } from "./lib/variables.ts";

const random = (encoding: "base64" | "hex") => randomBytes(32).toString(encoding);
const production = (secrets: string, keys: string) => ({
  NODE_ENV: "production",
  PUBLIC_URL: "https://attesto.example",
  DATABASE_URL: "mysql://nobody@127.0.0.1:1/none",
  SESSION_SECRETS: secrets,
  ENCRYPTION_KEYS: keys,
  PROOF_SIGNING_KEYS: generateSigningKey(),
});
function listProblems(variables: Record<string, string>): string[] {
  try {
    readConfig(variables);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
}
const readProblems = (secrets: string, keys = random("base64")) => listProblems(production(secrets, keys));

describe("secrets in production", () => {
  test.each(["base64", "hex"] as const)("the secrets in production may be random ones as %s", (encoding) => {
    for (let index = 0; index < 100; index++)
      expect(readProblems(`${random(encoding)},${random(encoding)}`, random(encoding))).toEqual([]);
  });

  test.each([
    "a".repeat(64),
    "ab".repeat(32),
    "abcd-1234".repeat(8),
    "mysupersecret".repeat(3),
    "a-long-and-varied-phrase".repeat(2),
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    `${"z".repeat(40)},${random("base64")}`,
  ])("the secrets in production may not be %s", (secret) => {
    expect(readProblems(secret)).toEqual([
      "SESSION_SECRETS: every value must be random; openssl rand -base64 48 makes one",
    ]);
  });

  test.each([
    "secret-0af4 7kQ2 zz91 WxUv mmP3 8Yd5",
    "this-is-my-session-secret-please-change-it",
    "an-Example_of-a-key-0a1b2c3d4e5f6g7h8i9j",
  ])("the secrets in production may not be the example %s", (secret) => {
    expect(readProblems(secret)).toEqual([
      "SESSION_SECRETS: every value needs at least 32 characters and must not be an example",
    ]);
  });

  test("the secrets in production must differ between purposes and must not repeat", () => {
    const [one, other] = [random("base64"), random("base64")];
    const problem =
      "SESSION_SECRETS, ENCRYPTION_KEYS, METRICS_TOKEN: every value must be different from the others";
    expect(readProblems(one, one)).toEqual([problem]);
    expect(readProblems(`${one},${one}`, other)).toEqual([problem]);
    expect(readProblems(`${one},${other}`, other)).toEqual([problem]);
  });
});

describe("PROOF_SIGNING_KEYS", () => {
  const problemsWith = (PROOF_SIGNING_KEYS: string) =>
    listProblems({ ...production(random("hex"), random("hex")), PROOF_SIGNING_KEYS });
  const publicHalf = (key: string) =>
    readSigningKey(key).publicKey.export({ format: "der", type: "spki" }).toString("base64");

  test("PROOF_SIGNING_KEYS take several keys, retired ones by their public half", () => {
    const [now, before] = [generateSigningKey(), generateSigningKey()];
    expect(problemsWith(`${now},${before}`)).toEqual([]);
    expect(problemsWith(`${now},${publicHalf(before)}`)).toEqual([]);
  });

  test("PROOF_SIGNING_KEYS are refused when missing, unable to sign, or no keys", () => {
    for (const keys of ["", publicHalf(generateSigningKey()), `${generateSigningKey()},${random("base64")}`])
      expect(problemsWith(keys)).toEqual([expect.stringMatching(/^PROOF_SIGNING_KEYS: .*openssl genpkey/)]);
  });
});

describe("REDIS_URL", () => {
  const read = (REDIS_URL?: string) =>
    readConfig({ ...production(random("hex"), random("hex")), REDIS_URL }).redisUrl;

  test("REDIS_URL is optional, and names a Redis server", () => {
    expect([read(), read("rediss://user:pass@redis.example:6380/1")]).toEqual([
      null,
      "rediss://user:pass@redis.example:6380/1",
    ]);
    expect(() => read("http://redis.example")).toThrow("REDIS_URL: must start with redis:// or rediss://");
  });
});

test("emails come from the brand, whatever characters its name has", () => {
  const from = (BRAND_NAME: string) =>
    readConfig({ ...production(random("hex"), random("hex")), BRAND_NAME }).mailFrom;
  expect(from("Attesto")).toMatch(/^"Attesto" <no-reply@[\w.]+>$/);
  expect(from('Acme "& <Sons>, Inc.')).toMatch(/^"Acme & <Sons>, Inc\." <no-reply@[\w.]+>$/);
});

test("the operator's address is refused without a name to belong to", () => {
  const variables = { ...production(random("base64"), random("base64")), OPERATOR_ADDRESS: "Hafenstraße 12" };
  expect(() => readConfig(variables)).toThrow("OPERATOR_NAME: is required");
  expect(readConfig({ ...variables, OPERATOR_NAME: "Halden" }).operator).toMatchObject({ name: "Halden" });
});

test("all that is wrong with the configuration is said at once, and each value's fault once", () => {
  const wrong = { PORT: "web", PUBLIC_URL: "ftp://attesto.example", VAPID_PUBLIC_KEY: "short" };
  const database = { WORKERS: "2", DATABASE_URL: "mongodb://127.0.0.1/attesto" };
  const problems = listProblems({ NODE_ENV: "production", ...wrong, ...database });
  expect(problems.map((problem) => problem.split(":")[0])).toEqual([
    "PORT",
    "PUBLIC_URL",
    "DATABASE_URL",
    "VAPID_PUBLIC_KEY",
    "SESSION_SECRETS",
    "ENCRYPTION_KEYS",
    "PROOF_SIGNING_KEYS",
  ]);
});
