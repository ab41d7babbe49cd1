import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { config } from "#app/env.server.ts";
import { createEncryptedCookie } from "./encrypted-cookie.server.ts";
import { createSignedCookie } from "./signed-cookie.server.ts";

const [secrets, keys] = [[...config.sessionSecrets], [...config.encryptionKeys]];
const replace = (list: readonly string[], ...values: string[]) =>
  (list as string[]).splice(0, list.length, ...values);
afterEach(() => {
  vi.useRealTimers();
  replace(config.sessionSecrets, ...secrets);
  replace(config.encryptionKeys, ...keys);
});

const schema = z.object({ text: z.string() });
const value = { text: "Grüße; ✓ = 1" };
const kinds = {
  signed: (name = "test") => createSignedCookie(name, schema, { maxAge: 600 }),
  encrypted: (name = "test") => createEncryptedCookie(name, schema),
};
const getPair = (setCookie: string) => setCookie.split("; ")[0] ?? "";

describe.each(Object.entries(kinds))("a cookie that is %s", (_kind, create) => {
  test("a cookie keeps its fields, among other parts", async () => {
    const cookie = create();
    const header = `a=1; ${getPair(await cookie.serialize(value))}; b=2`;
    expect([await cookie.parse(header), cookie.isIn(header)]).toEqual([value, true]);
  });

  test("a cookie is null where it is missing, empty, changed, or of another shape", async () => {
    const cookie = create();
    const pair = getPair(await cookie.serialize(value));
    const wrong = getPair(await cookie.serialize({ text: 1 } as unknown as typeof value));
    const changed = pair.replace(
      /=(.{20})(.)/,
      (_all, head, letter) => `=${head}${letter === "A" ? "B" : "A"}`,
    );
    for (const header of [null, "", "a=1", "test=", "test=x", "test=x.y", changed, wrong, `${pair}A`])
      expect([header, await cookie.parse(header)]).toEqual([header, null]);
  });

  test("a cookie is invalid under another name", async () => {
    const pair = getPair(await create().serialize(value));
    expect(await create("other").parse(pair.replace("test=", "other="))).toBeNull();
  });

  test("a cookie stays valid while its secret is among the older ones, and no longer", async () => {
    const pair = getPair(await create().serialize(value));
    replace(config.sessionSecrets, "a".repeat(32), ...secrets);
    replace(config.encryptionKeys, "a".repeat(32), ...keys);
    expect(await create().parse(pair)).toEqual(value);
    replace(config.sessionSecrets, "a".repeat(32));
    replace(config.encryptionKeys, "a".repeat(32));
    expect(await create().parse(pair)).toBeNull();
  });

  test("a cookie is deleted with the attributes that it was set with", async () => {
    const readAttributes = (setCookie: string) =>
      setCookie
        .split("; ")
        .slice(1)
        .filter((attribute) => !attribute.startsWith("Max-Age"));
    const cookie = create();
    const cleared = await cookie.clear();
    expect(cleared).toMatch(/^test=; Max-Age=0;/);
    expect(readAttributes(cleared)).toEqual(readAttributes(await cookie.serialize(value)));
    expect(cleared).toContain("HttpOnly; SameSite=Lax");
  });
});

test("an encrypted cookie hides its value and ends after ten minutes, whatever its browser keeps", async () => {
  const cookie = kinds.encrypted();
  const now = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: now - 601_000 });
  const pair = getPair(await cookie.serialize(value));
  expect(await cookie.parse(pair)).toEqual(value);
  const parts = pair.split(".").map((part) => Buffer.from(part, "base64url").toString());
  expect(parts.join()).not.toContain("Gr");
  vi.useRealTimers();
  expect(await cookie.parse(pair)).toBeNull();
});
