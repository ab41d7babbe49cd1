import { expect, test } from "vitest";
import { chooseBrand } from "./brands.ts";

test("the broker's brand is found among the first fifty of a file", () => {
  const brandAfter = (others: number) =>
    chooseBrand(
      [...Array.from({ length: others }, (_, at) => `Brand ${at}`), "Northgate"],
      undefined,
      "north gate",
    ).brand;
  expect([brandAfter(49), brandAfter(50)]).toEqual(["Northgate", null]);
});
