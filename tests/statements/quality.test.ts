import { expect, test } from "vitest";
import { startMatching } from "#app/services/statements/matching/match-statement.ts";
import { addQualities, expectQuality, expectQualityOfCareless, SEED, toShare } from "./expect-quality.ts";
import { cutLastDays, type Generated, generate, WORLDS } from "./generate.ts";
import { measure, measureMatches } from "./measure.ts";
import { readShape } from "./read-shape.ts";

// Enough for 1,000 certain matches over all kinds of file; the drill has 5,000.
test("certain is right in 999 of 1,000 matches and finds 85 % of what the file proves; with likely 97 % is found", () => {
  expectQuality({ size: 150, certainMin: 1_000 });
});

test("careless visitors make fewer matches certain, not wrong ones", () => {
  expectQualityOfCareless({ size: 100 });
});

/** Enough to tell; with STATEMENT_QUALITY enough for 1,000 certain matches. */
const SHORT_PEOPLE = process.env.STATEMENT_QUALITY ? 7_000 : 600;

test("short files of sums, twice a week, are certain of 90 % of the last days", () => {
  const all = [true, false].flatMap((isSummed) =>
    (["fee", undefined] as const).map((money) => {
      const month = generate({
        kind: "sums per day",
        seed: SEED,
        size: SHORT_PEOPLE,
        ...(money && { money }),
      });
      return measure(cutLastDays(month, { days: 4, isSummed }));
    }),
  );
  if (process.env.STATEMENT_QUALITY) console.table(all.map(({ mistakes: _, ...one }) => one));
  const mistakes = all.flatMap((one) => one.mistakes).join("\n");
  const certain = addQualities(all, "certain");
  expect(toShare(certain - addQualities(all, "wrong"), certain), mistakes).toBeGreaterThanOrEqual(0.999);
  expect(toShare(addQualities(all, "proven"), addQualities(all, "provable"))).toBeGreaterThanOrEqual(0.9);
});

/** The rows as a file with a balance, a commission, a first deposit and a registration beside the amount. */
function toFile({ rows }: Generated): Buffer {
  const lines: string[] = [];
  for (const { account, amount, currency, at, line } of rows) {
    const own = Number(amount);
    const first = line % 3 === 0 ? own : Math.round(own / 2);
    const registered = new Date((at?.from.getTime() ?? 0) - (line % 20) * 86_400_000);
    lines[line - 2] = [
      ...[
        account,
        registered.toISOString().slice(0, 10),
        first.toFixed(2),
        line % 4 === 0 ? amount : "12.50",
      ],
      ...[amount, (own * 0.1).toFixed(2), currency, at?.from.toISOString() ?? ""],
    ].join(",");
  }
  const head = "Login,Registered,First deposit,Balance,Deposits,Commission,Currency,Time";
  return Buffer.from([head, ...lines].join("\n"));
}

test("columns beside the amount make no certain match wrong", async () => {
  const generated = generate({ kind: "accounts and times", seed: SEED, size: SHORT_PEOPLE });
  const deposits = generated.rows.filter(({ kind }) => kind === "deposit");
  const { matches } = await readShape(toFile({ ...generated, rows: deposits }), generated.claims, {
    now: new Date("2026-11-02T00:00:00Z"),
  });
  const found = measureMatches(generated, matches);
  if (process.env.STATEMENT_QUALITY) console.table([{ ...found, mistakes: found.mistakes.length }]);
  expect(
    toShare(found.certain - found.wrong, found.certain),
    found.mistakes.join("\n"),
  ).toBeGreaterThanOrEqual(0.999);
  expect(toShare(found.proven, found.provable)).toBeGreaterThanOrEqual(0.85);
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
