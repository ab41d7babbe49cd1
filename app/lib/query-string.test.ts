import { describe, expect, test } from "vitest";
import { withQuery } from "./query-string.ts";

describe("withQuery", () => {
  test("withQuery keeps missing fields and clears empty ones", () => {
    expect(withQuery("?status=pending&source=&page=3", { page: null, open: "a b" })).toBe(
      "?status=pending&open=a+b",
    );
  });

  test("withQuery keeps the other values of a field that has an empty one", () => {
    expect(withQuery("?columns=&columns=spend&columns=profit", { page: 2 })).toBe(
      "?columns=spend&columns=profit&page=2",
    );
  });

  test("withQuery is a lone question mark when nothing is left, which still addresses the page", () => {
    expect(withQuery("?page=2", { page: null })).toBe("?");
  });
});
