import { expect, test } from "vitest";
import { startMatching } from "#app/services/statements/matching/match-statement.ts";
import { FILE_KINDS, type FileKindName, generate, WORLDS } from "./generate.ts";
import { measure, type Quality } from "./measure.ts";

const kinds = Object.keys(FILE_KINDS) as FileKindName[];
const SEED = 20_261_126;
/** Enough for 5,000 certain matches over all kinds of file. */
const PEOPLE = 700;

const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
const percent = (part: number, whole: number) => `${(share(part, whole) * 100).toFixed(2)} %`;
const add = (all: Quality[], name: keyof Omit<Quality, "kind">) =>
  all.reduce((sum, one) => sum + one[name], 0);

test("certain is right in 999 of 1,000 matches and finds 85 % of what the file proves; with likely 97 % is found", () => {
  const all = kinds.map((kind) => measure(generate({ kind, seed: SEED, size: PEOPLE })));
  if (process.env.STATEMENT_QUALITY)
    console.table(
      all.map((one) => ({
        kind: one.kind,
        certain: one.certain,
        precision: percent(one.certain - one.wrong, one.certain),
        recall: percent(one.proven, one.provable),
        found: percent(one.found, one.findable),
        "without a key": one.unfindable,
        "another deposit": one.otherDeposit,
      })),
    );
  const certain = add(all, "certain");
  expect(certain).toBeGreaterThanOrEqual(5_000);
  const mistakes = all.flatMap((one) => one.mistakes).join("\n");
  expect(share(certain - add(all, "wrong"), certain), mistakes).toBeGreaterThanOrEqual(0.999);
  expect(share(add(all, "proven"), add(all, "provable"))).toBeGreaterThanOrEqual(0.85);
  expect(share(add(all, "found"), add(all, "findable"))).toBeGreaterThanOrEqual(0.97);
});

test("careless visitors make fewer matches certain, not wrong ones", () => {
  const all = kinds.map((kind) => measure(generate({ kind, seed: SEED, size: 200, world: WORLDS.careless })));
  expect(share(add(all, "certain") - add(all, "wrong"), add(all, "certain"))).toBeGreaterThanOrEqual(0.99);
});

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
