import { expect, test } from "vitest";
import { bucketDays } from "./names.ts";

const bar = { isIncomplete: false };

test("a bar of a month is named by it, and by its days where the range begins later", () => {
  expect(bucketDays({ ...bar, unit: "month", from: "2025-12-01", to: "2025-12-31" })).toBe("Dec 2025");
  expect(bucketDays({ ...bar, unit: "month", from: "2025-11-25", to: "2025-11-30" })).toBe(
    "Nov 25 to Nov 30",
  );
});
