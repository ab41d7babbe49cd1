import { Op } from "sequelize";
import { findRows } from "#app/database/rows.server.ts";
import { Evidence, type Statement, StatementLine, StatementMatch } from "#app/models/index.server.ts";
import type { Cell } from "#app/services/tables/table.ts";
import type { ErasedPerson } from "./erasing/erase-rows.ts";

const BATCH = 2_000;

/** A match, or the evidence of a decision, that names a claim of somebody erased. */
export type NamedMatch = {
  /** Null for evidence. */
  match: Pick<StatementMatch, "id" | "details"> | null;
  submissionIds: string[];
  lines: number[];
  /** Whether its lines are the person's: of one that contradicts the claim they are somebody else's. */
  isTheirs: boolean;
};

/** The matches of people's claims in a statement, and the evidence by which it verified claims of theirs. */
export async function findNamedMatches(
  { id: statementId, workspaceId }: Pick<Statement, "id" | "workspaceId">,
  people: readonly ErasedPerson[],
): Promise<NamedMatch[]> {
  const ids = new Set(people.map(({ submissionId }) => submissionId));
  const found: NamedMatch[] = [];
  for (const { matchingId, matchGroup } of await findGroups({ statementId, workspaceId }))
    for (let last = -1; ; ) {
      const matches = await findRows(StatementMatch, {
        where: { statementId, workspaceId, matchingId, matchGroup, number: { [Op.gt]: last } },
        attributes: ["id", "number", "submissionIds", "lines", "details"],
        order: [["number", "ASC"]],
        limit: BATCH,
      });
      for (const match of matches) {
        const submissionIds = JSON.parse(match.submissionIds) as string[];
        if (!submissionIds.some((one) => ids.has(one))) continue;
        const isTheirs = matchGroup === "certain" || matchGroup === "likely";
        found.push({ match, submissionIds, lines: JSON.parse(match.lines) as number[], isTheirs });
      }
      last = matches.at(-1)?.number ?? last;
      if (matches.length < BATCH) break;
    }
  const verified = people.filter(({ isVerified }) => isVerified).map(({ submissionId }) => submissionId);
  const evidence = await findRows(Evidence, {
    where: { workspaceId, statementId, decides: verified },
    attributes: ["decides", "lines"],
  });
  for (const { decides, lines } of evidence)
    found.push({
      match: null,
      submissionIds: [decides as string],
      isTheirs: true,
      lines: JSON.parse(lines) as number[],
    });
  return found;
}

/** All that there are, shown or not. */
const findGroups = (where: { statementId: string; workspaceId: string }) =>
  StatementMatch.findAll({
    where,
    attributes: ["matchingId", "matchGroup"],
    group: ["matchingId", "matchGroup"],
    raw: true,
  });

export async function readLines(
  statementId: string,
  lines: readonly number[],
): Promise<{ line: number; cells: Cell[] }[]> {
  const rows = await findRows(StatementLine, {
    where: { statementId, line: [...lines] },
    attributes: ["line", "cells"],
  });
  return rows.map(({ line, cells }) => ({ line, cells: JSON.parse(cells) as Cell[] }));
}

/** Goes through all rows of a statement, some thousand at a time. */
export async function scanLines(
  statementId: string,
  handle: (line: number, cells: Cell[]) => void,
): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await findRows(StatementLine, {
      where: { statementId, line: { [Op.gt]: last } },
      attributes: ["line", "cells"],
      order: [["line", "ASC"]],
      limit: BATCH,
    });
    for (const { line, cells } of rows) handle(line, JSON.parse(cells) as Cell[]);
    last = rows.at(-1)?.line ?? last;
    if (rows.length < BATCH) return;
  }
}
