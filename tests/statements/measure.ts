import { fromKeyFacts } from "#app/services/statements/columns/stored-row.ts";
import { startMatching } from "#app/services/statements/matching/match-statement.ts";
import { listRowKeys } from "#app/services/statements/matching/row-keys.ts";
import type { MatchGroup, StatementMatching } from "#app/services/statements/matching/types.ts";
import type { Generated } from "./generate.ts";

export type Quality = {
  kind: string;
  certain: number;
  /** Of claims whose deposit is not in the file, or with rows of somebody else. */
  wrong: number;
  /** With rows of another deposit of the same person. */
  otherDeposit: number;
  /** Claims with a strong key intact on both sides and nothing against them; how many of them are certain. */
  provable: number;
  proven: number;
  /** Claims with anything in common with their rows; how many of them are certain or likely. */
  findable: number;
  found: number;
  /** Claims of the file's deposits that share nothing with it. */
  unfindable: number;
};

type Found = { group: MatchGroup; lines: number[]; submissionIds: string[]; reasons: { text: string }[] };

/** Matches a generated file and counts what is right by its known truth. */
export function measure(generated: Generated): Quality & { mistakes: string[] } {
  return measureMatches(generated, match(generated).matches);
}

export function match({ rows, file, claims, convert, neighbours = {} }: Generated): StatementMatching {
  const matching = startMatching({ rows, file, options: { convert } });
  for (const claim of claims) matching.addClaim(claim);
  const keys = new Set(matching.listNeighbourKeys());
  // As the server has them: as JSON, without what names the client.
  for (const [id, other] of Object.entries(neighbours))
    for (const [key, facts] of listRowKeys(other))
      if (keys.has(key))
        matching.addNeighbourRows({ file: id, key, rows: fromKeyFacts(JSON.stringify(facts)) });
  return matching.finish();
}

/** Counts what is right of the matches of claims whose truth is known. `mistakes` tells what is wrong. */
export function measureMatches(
  { kind, truth }: Pick<Generated, "kind" | "truth">,
  matches: readonly Found[],
): Quality & { mistakes: string[] } {
  const quality: Quality = {
    kind,
    certain: 0,
    wrong: 0,
    otherDeposit: 0,
    provable: 0,
    proven: 0,
    findable: 0,
    found: 0,
    unfindable: 0,
  };
  const mistakes: string[] = [];
  const right = { certain: new Set<string>(), likely: new Set<string>(), contradicted: new Set<string>() };
  for (const { group, lines, submissionIds, reasons } of matches)
    for (const id of submissionIds) {
      const known = truth.get(id);
      const isRight = lines.every((line) => known?.lines.has(line));
      const isOwn =
        known !== undefined && known.lines.size > 0 && lines.every((line) => known.ownLines.has(line));
      if (isRight || isOwn) right[group].add(id);
      if (group !== "certain" || !known) continue;
      quality.certain += 1;
      if (isRight) continue;
      quality[isOwn ? "otherDeposit" : "wrong"] += 1;
      if (!isOwn) mistakes.push(`${kind}: ${id}: ${reasons.map(({ text }) => text).join(" ")}`);
    }
  for (const [id, { lines, strong, any, isContradicted, isUntrue }] of truth) {
    if (lines.size === 0) continue;
    if (strong.size > 0 && !isContradicted) {
      quality.provable += 1;
      if (right.certain.has(id)) quality.proven += 1;
    }
    if (any.size === 0) quality.unfindable += 1;
    else if (!isUntrue) {
      quality.findable += 1;
      if (right.certain.has(id) || right.likely.has(id)) quality.found += 1;
    }
  }
  return { ...quality, mistakes };
}
