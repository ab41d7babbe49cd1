import { expect, it } from "vitest";
import { isReservedSlug, isSlug, toSlug } from "./slug.ts";

it.each(["abc", "casa-trading", "a1-b2-c3", "x".repeat(50)])("%s can be a slug", (slug) => {
  expect(isSlug(slug)).toBe(true);
});

it.each(["ab", "x".repeat(51), "Casa", "casa--trading", "-casa", "casa-", "casa_trading", "çasa", "a b c"])(
  "%s cannot be a slug",
  (slug) => {
    expect(isSlug(slug)).toBe(false);
  },
);

it("a slug cannot be an address of our own", () => {
  expect(
    ["settings", "submit", "upload-logo", "admin", "api"].filter((slug) => !isReservedSlug(slug)),
  ).toEqual([]);
});

it.each([
  ["José Márquez", "jose-marquez"],
  ["casa.trading_1", "casa-trading-1"],
  ["..", "form"],
  ["x", "form-x"],
  ["株式", "form"],
])("%s becomes %s", (name, slug) => {
  expect(toSlug(name)).toBe(slug);
  expect(isSlug(slug)).toBe(true);
});
