import { expect, test, vi } from "vitest";

test("the registry holds every platform under its own id", async () => {
  // Given, so that reading the configuration makes no secrets in a data directory.
  vi.stubEnv("SESSION_SECRETS", "a-session-value-that-is-long-enough");
  vi.stubEnv("ENCRYPTION_KEYS", "an-encryption-value-that-is-long-enough");
  const { adPlatforms, getAdPlatform } = await import("./registry.server.ts");
  expect(Object.keys(adPlatforms)).toEqual(["meta"]);
  for (const [id, platform] of Object.entries(adPlatforms)) expect(platform.id).toBe(id);
  expect(getAdPlatform("meta")).toBe(adPlatforms.meta);
  vi.unstubAllEnvs();
});
