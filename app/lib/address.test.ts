import { describe, expect, test } from "vitest";
import { changedQuery } from "./address.ts";

describe("changedQuery", () => {
  test("keeps what is not named and takes away what is empty", () => {
    expect(changedQuery("?status=pending&source=&page=3", { page: null, open: "a b" })).toBe(
      "?status=pending&open=a+b",
    );
  });

  test("is a lone question mark when nothing is left, which still addresses the page", () => {
    expect(changedQuery("?page=2", { page: null })).toBe("?");
  });
});
