import { expect, it } from "vitest";
import { optInCss } from "./css.ts";

it("holds nothing that React would escape, so that the page's style is what its CSP was hashed from", () => {
  expect(optInCss).not.toMatch(/[<>&"']/);
});
