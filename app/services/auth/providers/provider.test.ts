import { describe, expect, test } from "vitest";
import { toAuthenticatedAt } from "./provider.ts";

const NOW = Date.parse("2026-11-20T12:00:00.000Z");
const at = (authenticatedAt: string | null) => toAuthenticatedAt({ authenticatedAt }, NOW).toISOString();

describe("when somebody proved at a provider who they are", () => {
  test("is when the provider says, not when they came from it", () => {
    expect(at("2026-11-20T03:00:00.000Z")).toBe("2026-11-20T03:00:00.000Z");
  });

  test("is now where the provider's clock is a little ahead", () => {
    expect(at("2026-11-20T12:00:30.000Z")).toBe("2026-11-20T12:00:00.000Z");
  });

  test.each([null, "nonsense", "2026-11-20T12:01:00.001Z", "9999-01-01T00:00:00.000Z"])(
    "is long ago where it says %j",
    (authenticatedAt) => expect(at(authenticatedAt)).toBe("1970-01-01T00:00:00.000Z"),
  );
});
