import { readFile } from "node:fs/promises";
import { hash } from "@node-rs/argon2";
import { afterEach, expect, test, vi } from "vitest";
import { Unavailable } from "#app/lib/errors.ts";
import { hashPassword, verifyPassword, WAITING_MAX } from "./passwords.server.ts";
import { stubServerEnvironment } from "./stub-server-environment.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The module as a server of another kind than a test has it. */
function importFor(appEnv: string) {
  stubServerEnvironment(appEnv);
  return import("./passwords.server.ts");
}

test.each(["production", "demo", "development"])(
  "a password is hashed at full cost in %s",
  async (appEnv) => {
    const strong = "$argon2id$v=19$m=65536,t=4,p=1$";
    const passwords = await importFor(appEnv);
    const passwordHash = await passwords.hashPassword("a long one to type");
    expect(passwordHash.slice(0, strong.length)).toBe(strong);
    expect(passwords.needsRehash(passwordHash)).toBe(false);
    const cheap = await hashPassword("a long one to type");
    expect([cheap.startsWith(strong), passwords.needsRehash(cheap)]).toEqual([false, true]);
  },
);

test("too many passwords at once: the last ones get a 503, and the server recovers", async () => {
  const cheap = await hash("right", { memoryCost: 8, timeCost: 1, parallelism: 1 });
  // What is verified for nobody is made before the first.
  expect(await verifyPassword(null, "right")).toBe(false);
  const all = await Promise.allSettled(
    Array.from({ length: WAITING_MAX + 10 }, () => verifyPassword(cheap, "right")),
  );
  const taken = all.filter(({ status }) => status === "fulfilled").length;
  expect(taken).toBe(WAITING_MAX + 2);
  for (const one of all.slice(taken)) {
    const { reason } = one as PromiseRejectedResult;
    expect(reason).toBeInstanceOf(Unavailable);
    expect([reason.status, reason.headers]).toEqual([503, { "Retry-After": "2" }]);
  }
  expect(await verifyPassword(cheap, "wrong")).toBe(false);
});

test("a password that is no longer needed once the queue allows it is not hashed", async () => {
  const first = hashPassword("a long one to type");
  const late = hashPassword("another long one", () => Promise.reject(new Error("no longer needed")));
  await expect(late).rejects.toThrow("no longer needed");
  expect(await verifyPassword(await first, "a long one to type")).toBe(true);
});

test("while passwords are hashed, files are read", async () => {
  const strong = await importFor("demo");
  const done: string[] = [];
  const hashes = Array.from({ length: 6 }, () =>
    strong.hashPassword("a long one to type").then(() => done.push("hash")),
  );
  // They have begun.
  await new Promise((resolve) => setImmediate(resolve));
  await readFile(new URL(import.meta.url)).then(() => done.push("file"));
  await Promise.all(hashes);
  expect(done[0]).toBe("file");
});
