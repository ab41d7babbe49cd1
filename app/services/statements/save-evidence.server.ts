import type { Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import type { EvidenceGroup, EvidenceReason } from "#app/lib/evidence.ts";
import { newId } from "#app/lib/ids.ts";
import type { ListedGroup } from "#app/lib/statements.ts";
import {
  Evidence,
  type Statement,
  StatementEvidence,
  StatementMatch,
  VerificationRule,
} from "#app/models/index.server.ts";
import { takeBackEvidence } from "#app/services/submissions/statement-evidence.server.ts";
import type { FileColumns } from "./columns/file-columns.ts";
import type { MatchRow } from "./thread/describe-result.ts";
import { summarizeRows } from "./thread/summarize-rows.ts";

/** What the groups of a statement mean as evidence. Claims without rows and unreadable rows are none. */
const GROUPS: Partial<Record<ListedGroup, EvidenceGroup>> = {
  certain: "certain",
  likely: "likely",
  contradicted: "contradicted",
  rejected: "certain",
  pairs: "likely",
  unmatchedRows: "unmatched",
};

type Found = { statement: Statement; matchingId: string; matches: readonly MatchRow[] };

/** Stores what a matching found as evidence, one for each claim that a row is of, and has the broker's rule read it. */
export async function saveEvidence(
  { statement, matchingId, matches }: Found,
  transaction: Transaction,
): Promise<void> {
  const { id: statementId, workspaceId, platformId, createdAt, name: fileName, fileHash } = statement;
  const rows = matches.flatMap(({ matchGroup, submissionIds, lines, details, facts }) => {
    const evidenceGroup = GROUPS[matchGroup];
    if (!evidenceGroup) return [];
    const claims = JSON.parse(submissionIds) as string[];
    const { reasons } = JSON.parse(details) as { reasons: unknown[] };
    return (claims.length > 0 ? claims : [null]).map((submissionId) => ({
      ...NOTHING,
      ...facts,
      id: newId(),
      workspaceId,
      platformId,
      submissionId,
      source: "statement" as const,
      evidenceGroup,
      receivedAt: createdAt,
      reasons: JSON.stringify(reasons),
      statementId,
      matchingId,
      lines,
      fileName,
      fileHash,
    }));
  });
  await insertRows(Evidence, rows, transaction);
  const due = { dueAt: fromNow(0), reachedId: null } as object;
  await VerificationRule.update(due, { where: { workspaceId, platformId, isOn: true }, transaction });
}

/** What a statement's evidence lacks, and evidence that decides nothing. */
const NOTHING = {
  postbackId: null,
  connectionId: null,
  rowId: null,
  rowIds: null,
  digest: null,
  decides: null,
  decidedAt: null,
  jobId: null,
  accounts: null,
};

type Deciding = Pick<Evidence, "lines" | "reasons" | "accounts" | "jobId"> & {
  submissionId: string;
  decidedAt: Date;
};

type Decided = Pick<Statement, "workspaceId" | "platformId" | "fileHash"> & {
  fileName: string;
  /** Null once it is deleted. */
  statement: Pick<Statement, "id" | "matchingId" | "createdAt" | "columns"> | null;
};

/** Stores that claims are decided by a statement's evidence: by what matching found, or by what a member says. */
export async function insertDeciding(
  { workspaceId, platformId, statement, fileName, fileHash }: Decided,
  decisions: readonly Deciding[],
  transaction: Transaction,
): Promise<void> {
  const submissionId = decisions.map((decision) => decision.submissionId);
  const where = { workspaceId, statementId: statement?.id ?? "", submissionId, decides: null };
  const found = (await Evidence.findAll({ where, transaction })).map((one) => one.get());
  await Evidence.destroy({ where, transaction });
  const { kind: fileKind = "transactions" } = JSON.parse(statement?.columns ?? "{}") as Partial<FileColumns>;
  const rows = decisions.map((decision) => {
    const { lines, decidedAt } = decision;
    const facts = found.find((one) => one.submissionId === decision.submissionId && one.lines === lines);
    return {
      ...NOTHING,
      ...(facts ?? {
        ...summarizeRows([], fileKind),
        id: newId(),
        // What a file lacks speaks against the claim.
        evidenceGroup: lines === "[]" ? ("contradicted" as const) : ("likely" as const),
      }),
      ...decision,
      workspaceId,
      platformId,
      source: "statement" as const,
      receivedAt: statement?.createdAt ?? decidedAt,
      statementId: statement?.id ?? null,
      matchingId: statement?.matchingId ?? null,
      decides: decision.submissionId,
      fileName,
      fileHash,
    };
  });
  await insertRows(Evidence, rows, transaction);
}

/** Has claims decided by a statement's evidence, in place of what decided them before. */
export async function decideByEvidence(
  statement: Statement,
  decisions: readonly Omit<Deciding, "decidedAt">[],
  transaction: Transaction,
): Promise<void> {
  const { id: statementId, workspaceId, platformId, name: fileName, fileHash } = statement;
  const submissionId = decisions.map((decision) => decision.submissionId);
  await takeBackEvidence({ workspaceId, submissionId }, transaction);
  const decidedAt = new Date();
  await insertDeciding(
    { workspaceId, platformId, statement, fileName, fileHash },
    decisions.map((decision) => ({ ...decision, decidedAt })),
    transaction,
  );
  // The version before reads these.
  await insertRows(
    StatementEvidence,
    decisions.map(({ reasons, ...decision }) => ({
      ...decision,
      statementId,
      workspaceId,
      fileName,
      fileHash,
      reasons: JSON.stringify((JSON.parse(reasons) as EvidenceReason[]).map(({ text }) => text)),
      createdAt: decidedAt,
    })),
    transaction,
  );
}

/** Whether what a statement shows is stored as evidence, which was not so at first. */
export async function hasEvidence({ id: statementId, workspaceId, matchingId }: Statement): Promise<boolean> {
  if (matchingId === null) return true;
  const where = { statementId, workspaceId, matchingId };
  const [evidence, match] = await retryRead(() =>
    Promise.all([
      Evidence.findOne({ where, attributes: ["id"] }),
      StatementMatch.findOne({
        where: { ...where, matchGroup: Object.keys(GROUPS) as ListedGroup[] },
        attributes: ["id"],
      }),
    ]),
  );
  return evidence !== null || match === null;
}
