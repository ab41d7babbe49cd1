import { expect, test } from "vitest";
import { findUnstorableText, isPlainTexts } from "./text.ts";

test.each([
  ["name", { name: "a\0b" }],
  ["address.street", { address: { street: "\0", city: "Lugo" } }],
  ["commissionTiers.1.name", { commissionTiers: [{ name: "One" }, { name: "half \ud83d" }] }],
  ["name", { name: "\udc00 the other half" }],
  ["address", { address: { street: "Rúa Nova", "x\0y": 1 } }],
  ["", { "\ud83d": null }],
])("%j is named as the place of what cannot be stored", (path, value) => {
  expect(findUnstorableText(value)).toBe(path);
});

test.each([
  ["a text that turns the direction", "Pay \u202eotni", false],
  ["one that isolates a part", "Pay \u2066into", false],
  ["a control character", "a\u0007", false],
  ["a line separator", "a\u2028b", false],
  ["lines, tabs and emoji", "One\r\n\tTwo\n\n👩‍👩‍👧 می‌خواهم", true],
  ["nothing", "", true],
])("a text of several lines: %s", (_, text, isPlain) => {
  expect(isPlainTexts(text)).toBe(isPlain);
});

test("complete characters of all scripts are stored, at any depth", () => {
  let deep: unknown = "👩‍👩‍👧 Größe العربية";
  for (let level = 0; level < 50_000; level++) deep = [deep];
  expect(findUnstorableText({ deep, number: 1, nothing: null })).toBeUndefined();
});
