import { test } from "vitest";
import {
  expectQuality,
  expectQualityOfCareless,
  expectQualityOfColumns,
  expectQualityOfShort,
  SEED,
} from "./expect-quality.ts";
import { expectQualityOfRunning } from "./running.ts";

test("certain is right in 999 of 1,000 matches and finds 85 % of what the file proves; with likely 97 % is found", () => {
  expectQuality({ size: 700, certainMin: 5_000 });
});

test("careless visitors make fewer matches certain, not wrong ones", () => {
  expectQualityOfCareless({ size: 200 });
});

test("short files of sums, twice a week, are certain of 90 % of the last days", () => {
  expectQualityOfShort({ size: 7_000, precision: 0.999 });
}, 600_000);

test(
  "columns beside the amount make no certain match wrong",
  () => expectQualityOfColumns({ size: 6_000 }),
  600_000,
);

test("certain by postbacks and answers is right in 1,999 of 2,000 matches over many worlds", () => {
  expectQualityOfRunning({ size: 3_000, seeds: [SEED, 5, 77, 1_001, 90_210] });
}, 600_000);
