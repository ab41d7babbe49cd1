import { describe, expect, test } from "vitest";
import { lookWithin } from "./form-theme.ts";

describe("theme of a form in a page", () => {
  test.each([
    ["automatic", "?theme=dark", "dark"],
    ["automatic", "?lang=de&theme=light&utm_source=embed", "light"],
    ["automatic", "?theme=blue", "automatic"],
    ["automatic", "?theme=darker", "automatic"],
    ["automatic", "?mytheme=dark", "automatic"],
    ["light", "?theme=dark", "light"],
  ] as const)("the theme of a form that is %s is with %s %s", (own, search, theme) => {
    expect(lookWithin({ theme: own, accentColor: null }, search)).toEqual({ theme, accentColor: null });
  });
});
