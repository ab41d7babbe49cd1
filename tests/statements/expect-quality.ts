import { expect } from "vitest";
import { FILE_KINDS, type FileKindName, generate, WORLDS } from "./generate.ts";
import { measure, type Quality } from "./measure.ts";

const kinds = Object.keys(FILE_KINDS) as FileKindName[];
export const SEED = 20_261_126;

export const toShare = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
const percent = (part: number, whole: number) => `${(toShare(part, whole) * 100).toFixed(2)} %`;
export const addQualities = (all: Quality[], name: keyof Omit<Quality, "kind">) =>
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
  const certain = addQualities(all, "certain");
  expect(certain).toBeGreaterThanOrEqual(certainMin);
  const mistakes = all.flatMap((one) => one.mistakes).join("\n");
  expect(toShare(certain - addQualities(all, "wrong"), certain), mistakes).toBeGreaterThanOrEqual(0.999);
  expect(toShare(addQualities(all, "proven"), addQualities(all, "provable"))).toBeGreaterThanOrEqual(0.85);
  expect(toShare(addQualities(all, "found"), addQualities(all, "findable"))).toBeGreaterThanOrEqual(0.97);
}

export function expectQualityOfCareless({ size }: { size: number }): void {
  const all = kinds.map((kind) => measure(generate({ kind, seed: SEED, size, world: WORLDS.careless })));
  expect(
    toShare(addQualities(all, "certain") - addQualities(all, "wrong"), addQualities(all, "certain")),
  ).toBeGreaterThanOrEqual(0.99);
}
