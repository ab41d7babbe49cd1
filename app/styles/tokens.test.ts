import { readFileSync } from "node:fs";
import { wcagContrast } from "culori";
import { expect, test } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const TEXT = 4.5;
const PART = 3;
const grounds = ["ground", "surface", "raised", "sunk"];

/** What stands on what: each token, the grounds it is used on, and the contrast it needs there (WCAG 2.2). */
const pairs: [token: string, on: string[], needed: number][] = [
  ["ink", grounds, TEXT],
  ["ink-2", [...grounds, "mute-tint"], TEXT],
  ["ink-3", [...grounds, "mute-tint"], TEXT],
  ["verd", [...grounds, "verd-tint"], TEXT],
  ["copper", [...grounds, "copper-tint"], TEXT],
  ["alarm", [...grounds, "alarm-tint"], TEXT],
  ["on-verd", ["verd-fill", "verd-fill-hover"], TEXT],
  ["on-alarm", ["alarm-fill"], TEXT],
  ["edge", grounds, PART],
  ["focus", grounds, PART],
];

/** The colours of one theme, by name. */
function readTheme(selector: RegExp): Map<string, string> {
  const block = selector.exec(css)?.[1] ?? "";
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(oklch\([^)]+\))/g)].map(([, name = "", colour = ""]) => [
      name,
      colour,
    ]),
  );
}

test.each([
  ["dark", readTheme(/\.dark[^{]*\{([^}]*)\}/)],
  ["light", readTheme(/\.light\s*\{([^}]*)\}/)],
])("every text and part of the %s theme has enough contrast", (_, theme) => {
  const weak = pairs.flatMap(([token, on, needed]) =>
    on.flatMap((ground) => {
      const contrast = wcagContrast(theme.get(token) ?? "", theme.get(ground) ?? "");
      return contrast >= needed ? [] : [`${token} on ${ground}: ${contrast.toFixed(2)}, needs ${needed}`];
    }),
  );
  expect(theme.size).toBeGreaterThan(20);
  expect(weak).toEqual([]);
});
