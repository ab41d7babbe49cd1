import { expect } from "vitest";
import {
  cutShortFiles,
  FILE_KINDS,
  type FileKindName,
  type Generated,
  generate,
  WORLDS,
} from "./generate.ts";
import { measure, measureMatches, type Quality } from "./measure.ts";
import { readShape } from "./read-shape.ts";

const kinds = Object.keys(FILE_KINDS) as FileKindName[];
export const SEED = 20_261_126;

const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
const percent = (part: number, whole: number) => `${(share(part, whole) * 100).toFixed(2)} %`;
const add = (all: Quality[], name: keyof Omit<Quality, "kind">) =>
  all.reduce((sum, one) => sum + one[name], 0);

/** @param options.size of each kind of file, in people */
export function expectQuality({ size, certainMin }: { size: number; certainMin: number }): void {
  const all = kinds.map((kind) => measure(generate({ kind, seed: SEED, size })));
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
  expect(certain).toBeGreaterThanOrEqual(certainMin);
  const mistakes = all.flatMap((one) => one.mistakes).join("\n");
  expect(share(certain - add(all, "wrong"), certain), mistakes).toBeGreaterThanOrEqual(0.999);
  expect(share(add(all, "proven"), add(all, "provable"))).toBeGreaterThanOrEqual(0.85);
  expect(share(add(all, "found"), add(all, "findable"))).toBeGreaterThanOrEqual(0.97);
}

export function expectQualityOfCareless({ size }: { size: number }): void {
  const all = kinds.map((kind) => measure(generate({ kind, seed: SEED, size, world: WORLDS.careless })));
  expect(share(add(all, "certain") - add(all, "wrong"), add(all, "certain"))).toBeGreaterThanOrEqual(0.99);
}

/** Short files of sums that adjoin each other, with the claims of their last three days. */
export function expectQualityOfShort({ size, precision }: { size: number; precision: number }): void {
  const all = (["fee", undefined] as const).flatMap((money) => {
    const month = generate({ kind: "sums per day", seed: SEED, size, ...(money && { money }) });
    return [true, false].flatMap((isSummed) => cutShortFiles(month, { days: 4, isSummed }).map(measure));
  });
  if (process.env.STATEMENT_QUALITY) console.table(all.map(({ mistakes: _, ...one }) => one));
  const mistakes = all.flatMap((one) => one.mistakes).join("\n");
  const certain = add(all, "certain");
  expect(share(certain - add(all, "wrong"), certain), mistakes).toBeGreaterThanOrEqual(precision);
  expect(share(add(all, "proven"), add(all, "provable"))).toBeGreaterThanOrEqual(0.9);
}

/** The rows as a file with a balance, a commission, a first deposit and a registration beside the amount. */
function toFile({ rows }: Generated): Buffer {
  const lines: string[] = [];
  for (const { account, amount, currency, at, line, kind } of rows) {
    if (kind !== "deposit") continue;
    const own = Number(amount);
    const first = line % 3 === 0 ? own : Math.round(own / 2);
    const registered = new Date((at?.from.getTime() ?? 0) - (line % 20) * 86_400_000);
    const balance = line % 4 === 0 ? amount : "12.50";
    lines[line - 2] = [
      account,
      registered.toISOString().slice(0, 10),
      first.toFixed(2),
      balance,
      amount,
      (own * 0.1).toFixed(2),
      currency,
      at?.from.toISOString() ?? "",
    ].join(",");
  }
  const head = "Login,Registered,First deposit,Balance,Deposits,Commission,Currency,Time";
  return Buffer.from([head, ...lines].join("\n"));
}

export async function expectQualityOfColumns({ size }: { size: number }): Promise<void> {
  const generated = generate({ kind: "accounts and times", seed: SEED, size });
  const { matches } = await readShape(toFile(generated), generated.claims, {
    now: new Date("2026-11-02T00:00:00Z"),
  });
  const { mistakes, ...found } = measureMatches(generated, matches);
  if (process.env.STATEMENT_QUALITY) console.table([found]);
  const precision = share(found.certain - found.wrong, found.certain);
  expect(precision, mistakes.join("\n")).toBeGreaterThanOrEqual(0.999);
  expect(share(found.proven, found.provable)).toBeGreaterThanOrEqual(0.85);
}
