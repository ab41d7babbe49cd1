import { Op, type Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { isShownEvidence } from "#app/database/queries/shown-evidence.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { groupBy } from "#app/lib/group-by.ts";
import {
  type BulkJob,
  ClaimReversal,
  Evidence,
  StatementEvidence,
  StatementLine,
  type Submission,
  User,
} from "#app/models/index.server.ts";

const EVIDENCE = ["decides", "statementId", "fileName", "lines", "reasons"] as const;
const REVERSAL = ["submissionId", "statementId", "fileName", "line", "at"] as const;

/** What statements say of a claim: which one decided it, and the rows that take it back. */
export type ClaimStatements = {
  evidence: (Pick<Evidence, "statementId" | "lines" | "reasons"> & { fileName: string }) | null;
  reversals: Pick<ClaimReversal, (typeof REVERSAL)[number]>[];
};

/** By the claims alone, as for deliveries. A claim that waits is decided by nothing yet. */
export async function findStatementFacts(
  claims: readonly Pick<Submission, "id" | "status">[],
): Promise<(submissionId: string) => ClaimStatements> {
  const all = claims.map(({ id }) => id);
  const decided = claims.flatMap(({ id, status }) => (status === "pending" ? [] : [id]));
  const [evidence, reversals] = await retryRead(() =>
    Promise.all([
      decided.length > 0
        ? findRows(Evidence, { where: { decides: decided, source: "statement" }, attributes: EVIDENCE })
        : [],
      all.length > 0
        ? findRows(ClaimReversal, {
            where: { submissionId: all },
            attributes: REVERSAL,
            order: [
              ["createdAt", "ASC"],
              ["line", "ASC"],
            ],
          })
        : [],
    ]),
  );
  const byClaim = new Map(evidence.map((one) => [one.decides, { ...one, fileName: one.fileName ?? "" }]));
  const reversalsByClaim = groupBy(reversals, ({ submissionId }) => submissionId);
  return (id) => ({ evidence: byClaim.get(id) ?? null, reversals: reversalsByClaim.get(id) ?? [] });
}

/** All that brokers say of claims, the newest first. */
export async function findEvidences(
  claims: readonly Pick<Submission, "id">[],
): Promise<Map<string, Evidence[]>> {
  const submissionId = claims.map(({ id }) => id);
  const found = await retryRead(() =>
    Evidence.findAll({
      where: { submissionId, [Op.and]: [isShownEvidence()] },
      order: [
        ["receivedAt", "DESC"],
        ["id", "DESC"],
      ],
    }),
  );
  return groupBy(found, (one) => one.submissionId ?? "");
}

/** The rows of a statement that a job decides a claim by, for the claim's proof. */
export type DecidingRows = {
  fileName: string;
  lines: number[];
  /** The cells of each line as JSON, a line each; null once the file is deleted. */
  rows: string | null;
  /** Whoever decided it; null for a program. */
  by: string | null;
};

/** What a job decides claims by; empty for a job without a statement. */
export async function findDecidingRows(
  { id: jobId, workspaceId, statementId, userId }: BulkJob,
  submissionId: string[],
): Promise<Map<string, DecidingRows>> {
  if (!statementId) return new Map();
  const found = await findRows(Evidence, {
    where: { jobId, workspaceId, decides: submissionId },
    attributes: EVIDENCE,
  });
  const linesOf = ({ lines }: Pick<Evidence, "lines">) => JSON.parse(lines) as number[];
  const [rows, user] = await Promise.all([
    StatementLine.findAll({ where: { statementId, line: found.flatMap(linesOf) }, raw: true }),
    userId === null ? null : User.findByPk(userId, { attributes: ["name"] }),
  ]);
  const cells = new Map(rows.map((row) => [row.line, row.cells]));
  return new Map(
    found.map((one) => {
      const texts = linesOf(one).flatMap((line) => cells.get(line) ?? []);
      return [
        one.decides as string,
        {
          fileName: one.fileName ?? "",
          lines: linesOf(one),
          rows: texts.length > 0 ? texts.join("\n") : null,
          by: user?.name || null,
        },
      ];
    }),
  );
}

/** Takes back that evidence decides claims: of claims that are open again, or that a job did not decide. */
export async function takeBackEvidence(
  { workspaceId, submissionId, jobId }: { workspaceId: string; submissionId: string[]; jobId?: string },
  transaction: Transaction,
): Promise<void> {
  if (submissionId.length === 0) return;
  const ofJob = { workspaceId, ...(jobId === undefined ? {} : { jobId }) };
  const where = { ...ofJob, decides: submissionId };
  // Without rows or a statement nothing is left to say of the claim.
  const isOver = { source: "statement", [Op.or]: [{ lines: "[]" }, { statementId: null }] };
  await Evidence.destroy({ where: { ...where, ...isOver }, transaction });
  await Evidence.update(
    { decides: null, decidedAt: null, jobId: null, accounts: null },
    { where, transaction },
  );
  await StatementEvidence.destroy({ where: { ...ofJob, submissionId }, transaction });
}
