import { startMatching } from "#app/services/statements/matching/match-statement.ts";
import type { Generated } from "./generate.ts";

export type Quality = {
  kind: string;
  claims: number;
  certain: number;
  /** Of claims whose deposit is not in the file, or with rows of somebody else. */
  wrong: number;
  /** With rows of another deposit of the same person. */
  otherDeposit: number;
  provable: number;
  provenCertain: number;
  findable: number;
  foundFindable: number;
  /** Claims of the file's deposits that share nothing with it. */
  unfindable: number;
  wrongLikely: number;
  likely: number;
};

/** Matches a generated file and counts what is right, by its known truth. */
export function measure({
  kind,
  rows,
  file,
  claims,
  truth,
  convert,
}: Generated): Quality & { mistakes: string[] } {
  const matching = startMatching({ rows, file, options: { convert } });
  for (const claim of claims) matching.addClaim(claim);
  const { matches } = matching.finish();
  const quality: Quality = {
    ...{
      kind,
      claims: claims.length,
      certain: 0,
      wrong: 0,
      otherDeposit: 0,
      provable: 0,
      provenCertain: 0,
      findable: 0,
    },
    ...{ foundFindable: 0, unfindable: 0, wrongLikely: 0, likely: 0 },
  };
  const mistakes: string[] = [];
  const certain = new Set<string>();
  const likely = new Set<string>();
  const groups = new Map<string, string>();
  for (const match of matches)
    for (const id of match.submissionIds) {
      groups.set(id, match.group);
      const isRight = match.lines.every((line) => truth.get(id)?.lines.has(line));
      if (match.group === "certain") {
        quality.certain += 1;
        if (isRight) certain.add(id);
        else if (
          truth.get(id)?.lines.size &&
          match.lines.every((line) => truth.get(id)?.ownLines.has(line))
        ) {
          quality.otherDeposit += 1;
          certain.add(id);
          mistakes.push(`other ${id} ${JSON.stringify(match)}`);
        } else {
          quality.wrong += 1;
          mistakes.push(`wrong ${id} ${JSON.stringify(match)}`);
        }
      }
      if (match.group === "likely") {
        quality.likely += 1;
        if (isRight) likely.add(id);
        else quality.wrongLikely += 1;
      }
    }
  for (const [id, { lines, strong, any, isContradicted, isUntrue }] of truth) {
    if (lines.size === 0) continue;
    if (strong.size > 0 && !isContradicted) {
      quality.provable += 1;
      if (certain.has(id)) quality.provenCertain += 1;
      else mistakes.push(`uncertain ${groups.get(id) ?? "unmatched"} ${id} ${[...strong]}`);
    }
    if (any.size === 0) quality.unfindable += 1;
    else if (!isUntrue) {
      quality.findable += 1;
      if (certain.has(id) || likely.has(id)) quality.foundFindable += 1;
      else mistakes.push(`lost ${groups.get(id) ?? "unmatched"} ${id} ${[...any]}`);
    }
  }
  return { ...quality, mistakes };
}
