import { Op } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { emptyLogSoon } from "#app/database/erased-rows.server.ts";
import { hasOpenClaim, isFoundMatch, shownMatching } from "#app/database/queries/statement-matches.server.ts";
import { markWorths } from "#app/database/queries/worth-marks.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import type { ListedGroup } from "#app/lib/statements.ts";
import {
  BulkJob,
  BulkJobItem,
  ClientFact,
  Evidence,
  PaidCommission,
  Platform,
  Statement,
  StatementLine,
  StatementMatch,
  Submission,
  User,
} from "#app/models/index.server.ts";
import type { StatementRowsQuery } from "#app/schemas/statements.ts";
import type { Row } from "#app/services/tables/table.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";
import { findReadings } from "./find-readings.server.ts";
import type { StatementRow } from "./matching/types.ts";
import { type ExplainedCommission, findMatchCommissions } from "./paid/match-commissions.server.ts";

/** A statement with who uploaded it, its broker and the job that works on its claims. */
export type FoundStatement = { statement: Statement; job: StatementJob | null };
export type StatementJob = { kind: BulkJob["kind"]; total: number; done: number; isRunning: boolean };

const INCLUDE = [
  { model: Platform, as: "platform", attributes: ["id", "name"] },
  { model: User, as: "uploadedBy", attributes: ["id", "name"] },
  { model: User, as: "completeBy", attributes: ["id", "name"] },
];

/** @throws {NotFound} also for another workspace's, and once it is deleted */
export async function getStatement(key: {
  workspaceId: string;
  statementId: string;
}): Promise<FoundStatement> {
  const { workspaceId, statementId } = key;
  const statement = isId(statementId)
    ? await retryRead(() => Statement.findOne({ where: { id: statementId, workspaceId }, include: INCLUDE }))
    : null;
  if (!statement) throw new NotFound("Statement");
  return { statement, job: await findJob(statement) };
}

/** The newest first. */
export async function listStatements({
  workspaceId,
  page,
  limit,
}: {
  workspaceId: string;
  page: number;
  limit: number;
}) {
  const { rows, count } = await retryRead(() =>
    Statement.findAndCountAll({
      where: { workspaceId },
      include: INCLUDE,
      order: [
        ["createdAt", "DESC"],
        ["id", "DESC"],
      ],
      offset: (page - 1) * limit,
      limit,
    }),
  );
  const found = await Promise.all(
    rows.map(async (statement) => ({ statement, job: await findJob(statement) })),
  );
  return { found, pagination: { total: count, page, limit, pages: Math.max(1, Math.ceil(count / limit)) } };
}

async function findJob({ id: statementId, workspaceId }: Statement): Promise<StatementJob | null> {
  const find = (where: object) =>
    retryRead(() =>
      BulkJob.findOne({ where: { statementId, workspaceId, ...where }, order: [["createdAt", "DESC"]] }),
    );
  const job = (await find({ state: "queued" })) ?? (await find({}));
  if (!job) return null;
  const waiting = await retryRead(() =>
    BulkJobItem.count({ where: { jobId: job.id, workspaceId, outcome: "waiting" } }),
  );
  return { kind: job.kind, total: job.total, done: job.total - waiting, isRunning: job.state !== "done" };
}

/**
 * Deletes a statement with its file, its rows and what they pay. Its decisions stay, with the file's name and
 * hash.
 */
export async function deleteStatement({
  access,
  statementId,
}: {
  access: Access;
  statementId: string;
}): Promise<void> {
  const { workspaceId } = access;
  await inTransaction(async (transaction) => {
    await assertAccess(access, "statements:write", transaction);
    const statement = isId(statementId)
      ? await Statement.findOne({ where: { id: statementId, workspaceId }, transaction })
      : null;
    await PaidCommission.destroy({ where: { statementId, workspaceId }, transaction });
    await ClientFact.destroy({ where: { statementId, workspaceId }, transaction });
    await Evidence.destroy({ where: { statementId, workspaceId, decides: null }, transaction });
    if (!statement) throw new NotFound("Statement");
    await statement.destroy({ transaction });
    await markWorths([statement], transaction);
  });
  emptyLogSoon();
}

export type FoundMatch = {
  match: StatementMatch;
  claims: Submission[];
  rows: FoundRow[];
  commission: ExplainedCommission | null;
};
/** A row as the file has it, and as it was read; null where it cannot be, or is not yet. */
export type FoundRow = { line: number; cells: string[]; read: StatementRow | null };

const LINES_SHOWN = 20;

/** A page of a group, with the claims and rows of each match. Pairs are listed while they are open. */
export async function listMatches({
  statement,
  query: { group, page, limit, search },
}: {
  statement: Pick<Statement, "id" | "workspaceId" | "platformId" | "readingId">;
  query: StatementRowsQuery;
}): Promise<{
  found: FoundMatch[];
  pagination: { total: number; page: number; limit: number; pages: number };
}> {
  const { id: statementId, workspaceId } = statement;
  const { rows: matches, count } = await retryRead(() =>
    StatementMatch.findAndCountAll({
      where: {
        [Op.and]: [
          { statementId, workspaceId, matchingId: shownMatching(statementId), matchGroup: group },
          ...(group === "pairs" ? [hasOpenClaim(workspaceId)] : []),
          ...(search ? [isFoundMatch({ workspaceId, statementId }, search)] : []),
        ],
      },
      order: [["number", "ASC"]],
      offset: (page - 1) * limit,
      limit,
    }),
  );
  const idsOf = (match: StatementMatch) => JSON.parse(match.submissionIds) as string[];
  const linesOf = (match: StatementMatch) => (JSON.parse(match.lines) as number[]).slice(0, LINES_SHOWN);
  const [foundClaims, rows, readings] = await retryRead(() =>
    Promise.all([
      Submission.findAll({ where: { workspaceId, id: { [Op.in]: matches.flatMap(idsOf) } } }),
      StatementLine.findAll({
        where: { statementId, line: { [Op.in]: matches.flatMap(linesOf) } },
        raw: true,
      }),
      findReadings(statement, matches.flatMap(linesOf)),
    ]),
  );
  const byId = new Map(foundClaims.map((claim) => [claim.id, claim]));
  const byLine = new Map(
    rows.map(({ line, cells: text }) => {
      const cells = JSON.parse(text) as Row["cells"];
      return [line, { line, cells: cells.map(String), read: readings.get(line) ?? null }] as const;
    }),
  );
  const withClaims = matches.map((match) => ({
    match,
    claims: idsOf(match).flatMap((id) => byId.get(id) ?? []),
  }));
  const commissions = await findMatchCommissions(statement, withClaims);
  return {
    found: withClaims.map(({ match, claims }) => ({
      match,
      claims,
      commission: commissions.get(match.id) ?? null,
      rows: linesOf(match).map((line) => byLine.get(line) ?? { line, cells: [], read: null }),
    })),
    pagination: { total: count, page, limit, pages: Math.max(1, Math.ceil(count / limit)) },
  };
}

/** How many matches a list has; pairs count while they are open. */
export const countMatches = ({
  workspaceId,
  statementId,
  group,
}: {
  workspaceId: string;
  statementId: string;
  group: ListedGroup;
}): Promise<number> =>
  retryRead(() =>
    StatementMatch.count({
      where: {
        [Op.and]: [
          { statementId, workspaceId, matchingId: shownMatching(statementId), matchGroup: group },
          ...(group === "pairs" ? [hasOpenClaim(workspaceId)] : []),
        ],
      },
    }),
  );

/** The first rows below a line, as the file has them. */
export async function listFirstRows({
  statement: { id: statementId },
  after,
  limit,
}: {
  statement: Pick<Statement, "id">;
  after: number;
  limit: number;
}): Promise<{ line: number; cells: string[] }[]> {
  const rows = await retryRead(() =>
    StatementLine.findAll({
      where: { statementId, line: { [Op.gt]: after } },
      order: [["line", "ASC"]],
      limit,
      raw: true,
    }),
  );
  return rows.map(({ line, cells }) => ({
    line,
    cells: (JSON.parse(cells) as (string | number)[]).map(String),
  }));
}
