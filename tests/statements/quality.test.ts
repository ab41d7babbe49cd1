import { expect, test } from "vitest";
import {
  expectQuality,
  expectQualityOfCareless,
  expectQualityOfColumns,
  expectQualityOfShort,
  SEED,
} from "./expect-quality.ts";
import { cutShortFiles, type Generated, generate, WORLDS } from "./generate.ts";
import { match } from "./measure.ts";

// Enough for 1,000 certain matches over all kinds of file; the drill has 5,000.
test("certain is right in 999 of 1,000 matches and finds 85 % of what the file proves; with likely 97 % is found", () => {
  expectQuality({ size: 150, certainMin: 1_000 });
});

test("careless visitors make fewer matches certain, not wrong ones", () => {
  expectQualityOfCareless({ size: 100 });
});

test("short files of sums, twice a week, are certain of 90 % of the last days", () => {
  // Of 1,200 matches one claim, in the file of days and in that of sums, is two.
  expectQualityOfShort({ size: 1_000, precision: 0.998 });
});

test("columns beside the amount make no certain match wrong", () => expectQualityOfColumns({ size: 400 }));

test.each([
  "accounts and days",
  "emails and phones",
  "masked emails, phone endings",
  "sums per day",
] as const)("the order of rows and claims changes nothing: %s", (kind) => {
  expectNoOrder(generate({ kind, seed: SEED, size: 150, world: WORLDS.careless }));
});

test("the order of rows, claims and other files changes nothing for short files", () => {
  const month = generate({ kind: "sums per day", seed: SEED, size: 150, world: WORLDS.careless });
  for (const file of cutShortFiles(month, { days: 4, isSummed: false })) expectNoOrder(file);
});

function expectNoOrder(generated: Generated): void {
  const { rows, claims, neighbours = {} } = generated;
  const others = Object.entries(neighbours).map(([id, of]) => [id, of.toReversed()] as const);
  const turned = {
    ...generated,
    rows: rows.toReversed(),
    claims: claims.toReversed(),
    neighbours: Object.fromEntries(others.toReversed()),
  };
  expect(match(turned).matches).toEqual(match(generated).matches);
}
