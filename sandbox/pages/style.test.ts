import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TOKENS } from "./style.ts";

const tokens = readFileSync(new URL("../../app/styles/tokens.css", import.meta.url), "utf8");
const listDeclarations = (css: string) =>
  [...css.matchAll(/(--[\w-]+|color-scheme): ([^;]+);/g)].map(([, name, value]) => `${name}: ${value}`);
const readBlock = (selector: string) => {
  const start = tokens.indexOf(selector);
  return listDeclarations(tokens.slice(start, tokens.indexOf("}", start)));
};

test.each([
  ["dark", ":root,\n.dark"],
  ["light", ".light {"],
] as const)("the sandbox's %s pages have the product's colors", (scheme, selector) => {
  const shown = listDeclarations(TOKENS[scheme]);
  expect(shown.length).toBeGreaterThan(15);
  expect(readBlock(selector)).toEqual(expect.arrayContaining(shown));
});
