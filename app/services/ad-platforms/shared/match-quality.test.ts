import { describe, expect, test } from "vitest";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { conversion } from "../fixtures/conversion.ts";
import { adviceFor, estimateMatch, MATCH_KEYS } from "./match-quality.ts";
import { NO_CLICK } from "./no-click.ts";

const estimate = (id: string, overrides: Parameters<typeof conversion>[0] = {}) => {
  const platform = adPlatforms.get(id);
  return estimateMatch(platform.matchKeys, platform.buildEvent(conversion(overrides)));
};

describe.each(adPlatforms.all().map(({ id }) => id))("the match quality at %s", (id) => {
  test("the match quality is 100 with everything that the platform takes", () => {
    const fbp = "fb.1.1794936000000.1116446470";
    expect(estimate(id, { cookies: { ...conversion().cookies, fbp } })).toEqual({ score: 100, gap: null });
  });

  test("the match quality is lower without a click, and names the click as the greatest gap", () => {
    const { score, gap } = estimate(id, NO_CLICK);
    expect(score).toBeLessThan(80);
    expect(gap).toBe("clickId");
  });

  test("the match quality is estimated from what is sent: an email that cannot be used counts as missing", () => {
    expect(estimate(id, { email: "nobody" }).gap).toBe("email");
  });
});

test("each key has its advice", () => {
  for (const key of MATCH_KEYS) expect(adviceFor(key)).toMatch(/\.$/);
});
