import { expect, test } from "vitest";
import { startMatching } from "#app/services/statements/matching/match-statement.ts";
import {
  expectQuality,
  expectQualityOfCareless,
  expectQualityOfColumns,
  expectQualityOfShort,
  SEED,
} from "./expect-quality.ts";
import { generate, WORLDS } from "./generate.ts";

// Enough for 1,000 certain matches over all kinds of file; the drill has 5,000.
test("certain is right in 999 of 1,000 matches and finds 85 % of what the file proves; with likely 97 % is found", () => {
  expectQuality({ size: 150, certainMin: 1_000 });
});

test("careless visitors make fewer matches certain, not wrong ones", () => {
  expectQualityOfCareless({ size: 100 });
});

test("short files of sums, twice a week, are certain of 90 % of the last days", () => {
  expectQualityOfShort({ size: 1_000 });
});

test("columns beside the amount make no certain match wrong", () => expectQualityOfColumns({ size: 400 }));

test.each([
  "accounts and days",
  "emails and phones",
  "masked emails, phone endings",
  "sums per day",
] as const)("the order of rows and claims changes nothing: %s", (kind) => {
  const { rows, claims, file, convert } = generate({ kind, seed: SEED, size: 150, world: WORLDS.careless });
  const match = (from: typeof rows, of: typeof claims) => {
    const matching = startMatching({ rows: from, file, options: { convert } });
    for (const claim of of) matching.addClaim(claim);
    return matching.finish().matches;
  };
  expect(match(rows.toReversed(), claims.toReversed())).toEqual(match(rows, claims));
});
