import { expect, test } from "vitest";
import { toNameKey } from "./spend.ts";

test("Names are compared whatever their case, accents, blanks and signs", () => {
  expect(toNameKey("Summer  Sale – LATAM")).toBe(toNameKey("summer_sale-latam"));
  expect(toNameKey(" Promoción | Verão (2026) ")).toBe("promocion verao 2026");
  expect(toNameKey("🔥")).toBe("🔥");
  expect(toNameKey("Лето 1")).not.toBe(toNameKey("Лето 2"));
});
