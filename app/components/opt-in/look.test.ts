import { readFileSync } from "node:fs";
import { formatHex, wcagContrast } from "culori";
import { expect, test } from "vitest";
import { findShades, lookCss } from "./look.ts";

const TEXT = 4.5;
const PART = 3;
const sheet = readFileSync(new URL("./opt-in.css", import.meta.url), "utf8");

const readColors = (css: string) =>
  Object.fromEntries([...css.matchAll(/--([\w-]+):\s*(#\w+)/g)].map(([, name, color]) => [name, color]));
const [light = {}, dark = {}] = [...sheet.matchAll(/:root\s*\{([^}]*)\}/g)].map(([, css = ""]) =>
  readColors(css),
);

const hues = Array.from({ length: 24 }, (_, index) => index * 15);
const colors = hues.flatMap((h) =>
  [0, 0.15, 0.35, 0.5, 0.65, 0.85, 1].map((l) => formatHex({ mode: "hsl", h, s: 0.9, l })),
);

test.each([
  ["light", light],
  ["dark", dark],
] as const)("whatever color an owner chooses, all of a %s page can be seen and read", (theme, palette) => {
  const weak = colors.flatMap((accentColor) => {
    const set: Record<string, string> = { ...palette, ...readColors(lookCss({ accentColor, theme })) };
    const contrast = (one: string, other: string) => wcagContrast(set[one] ?? "", set[other] ?? "");
    const isWeak =
      contrast("on-accent", "accent-fill") < TEXT ||
      contrast("ink", "accent-tint") < TEXT ||
      ["ground", "surface", "sunk"].some((around) => contrast("accent", around) < PART);
    return isWeak ? [accentColor] : [];
  });
  expect(weak).toEqual([]);
});

test("a color that can be seen stays as it is, and a shade stands for one that can't, on that page only", () => {
  expect(findShades({ accentColor: "#c2410c", theme: "automatic" })).toEqual([]);
  expect(findShades({ accentColor: "#ffd400", theme: "automatic" })).toEqual([
    { shown: "light", color: expect.stringMatching(/^#[0-9a-f]{6}$/) },
  ]);
  expect(findShades({ accentColor: "#ffd400", theme: "dark" })).toEqual([]);
  expect(findShades({ accentColor: "#101020", theme: "automatic" }).map(({ shown }) => shown)).toEqual([
    "dark",
  ]);
});

test("a form without a look of its own adds nothing to the style sheet", () => {
  expect(lookCss({ accentColor: null, theme: "automatic" })).toBe("");
  expect(lookCss({ accentColor: null, theme: "dark" })).toContain(
    `--ground:${dark.ground}`.replace(":", ": "),
  );
});
