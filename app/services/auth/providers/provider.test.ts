import { describe, expect, test } from "vitest";
import { toAuthenticatedAt } from "./provider.ts";

const NOW = Date.parse("2026-11-20T12:00:00.000Z");
const at = (authenticatedAt: string | null) => toAuthenticatedAt({ authenticatedAt }, NOW).toISOString();

describe("time of a provider's authentication", () => {
  test("the time of an authentication is what the provider says, not the moment of the callback", () => {
    expect(at("2026-11-20T03:00:00.000Z")).toBe("2026-11-20T03:00:00.000Z");
  });

  test("the time of an authentication is now if the provider's clock is a little ahead", () => {
    expect(at("2026-11-20T12:00:30.000Z")).toBe("2026-11-20T12:00:00.000Z");
  });

  test.each([null, "nonsense", "2026-11-20T12:01:00.001Z", "9999-01-01T00:00:00.000Z"])(
    "the time of an authentication is long ago if the provider says %j",
    (authenticatedAt) => expect(at(authenticatedAt)).toBe("1970-01-01T00:00:00.000Z"),
  );
});
