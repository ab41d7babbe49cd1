import { test } from "vitest";
import { expectQuality, expectQualityOfCareless } from "./expect-quality.ts";

test("certain is right in 999 of 1,000 matches and finds 85 % of what the file proves; with likely 97 % is found", () => {
  expectQuality({ size: 700, certainMin: 5_000 });
});

test("careless visitors make fewer matches certain, not wrong ones", () => {
  expectQualityOfCareless({ size: 200 });
});
