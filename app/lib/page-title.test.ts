import { describe, expect, test } from "vitest";
import { pageTitle } from "./page-title.ts";

describe("pageTitle", () => {
  test("pageTitle appends the brand when it is missing", () => {
    expect(pageTitle("Sign in", "Attesto")).toBe("Sign in | Attesto");
  });

  test("pageTitle leaves a title alone that already names the brand", () => {
    expect(pageTitle("How Attesto works", "Attesto")).toBe("How Attesto works");
  });
});
