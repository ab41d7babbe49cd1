import { existsSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { ADVERTISED_PLATFORMS } from "#app/lib/ad-platforms.ts";

// Given, so that reading the configuration makes no secrets in a data directory.
vi.stubEnv("SESSION_SECRETS", "a-session-value-that-is-long-enough");
vi.stubEnv("ENCRYPTION_KEYS", "an-encryption-value-that-is-long-enough");
const { adPlatforms, createRegistry } = await import("./registry.server.ts");

test("the registry holds every platform under its own id", () => {
  expect(adPlatforms.all().map(({ id }) => id)).toEqual(["meta", "tiktok", "snapchat", "google"]);
  for (const platform of adPlatforms.all()) expect(adPlatforms.get(platform.id)).toBe(platform);
  expect(adPlatforms.primary.id).toBe("meta");
});

test("the public pages name every platform of the registry", () => {
  const names = adPlatforms.all().map(({ name }) => name);
  expect(ADVERTISED_PLATFORMS.map(({ name }) => name).sort()).toEqual(names.sort());
});

test("an id names one platform, and an unknown one none", () => {
  expect(() => createRegistry([adPlatforms.primary, adPlatforms.primary])).toThrow("the id meta");
  expect(() => adPlatforms.get("unknown")).toThrow("There is no ad platform unknown.");
});

test.each([
  ["meta", "EAABsbCS1iHgBAKZCqVb2hT"],
  ["tiktok", "0123456789abcdef0123456789abcdef01234567"],
  ["snapchat", "eyJhbGciOiJIUzI1NiJ9.e30.sig"],
  ["google", "ya29.a0AfB_by"],
  ["google", "1//0gSomething"],
  [undefined, "sandbox-token"],
])("a token that looks like one of %s is recognized by it alone: %s", (id, token) => {
  const recognizing = adPlatforms.all().filter((platform) => platform.recognizesToken?.(token));
  expect(recognizing.map((platform) => platform.id)).toEqual(id ? [id] : []);
});

test.each(adPlatforms.all().map(({ id }) => id))("%s has an icon", (id) => {
  expect(existsSync(`public/ad-platforms/${id}.svg`)).toBe(true);
});
