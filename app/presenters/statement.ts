import { formatAmount } from "#app/lib/money.ts";
import { STATEMENT_GROUPS, type StatementGroup, type StatementResult } from "#app/lib/statements.ts";
import type { BulkJob } from "#app/models/bulk-job.server.ts";
import type { Statement } from "#app/models/statement.server.ts";
import type { StatementMatch } from "#app/models/statement-match.server.ts";
import type { Submission } from "#app/models/submission.server.ts";
import type { StatementMatchResponse, StatementResponse } from "#app/schemas/statements.ts";
import { presentReading } from "./statement-reading.ts";

type PresentedStatement = {
  statement: Statement;
  job: { kind: BulkJob["kind"]; total: number; done: number; isRunning: boolean } | null;
};

type PresentedMatch = {
  match: StatementMatch;
  claims: Submission[];
  rows: {
    line: number;
    cells: string[];
    read: {
      kind: string | null;
      amount: string | null;
      currency: string | null;
      at: { from: Date } | null;
    } | null;
  }[];
  commission: NonNullable<StatementMatchResponse["commission"]> | null;
};

const shown = ({ amount, currency }: { amount: string; currency: string }) => ({
  amount: formatAmount(amount, currency),
  currency,
});

/** A statement for its owner, on pages and in /api. */
export function presentStatement({ statement, job }: PresentedStatement): StatementResponse {
  const result = statement.result === null ? null : (JSON.parse(statement.result) as StatementResult);
  const running = job?.isRunning ? (job.kind === "undo" ? "undoing" : "deciding") : null;
  return {
    id: statement.id,
    version: statement.version,
    platformId: statement.platformId,
    platformName: statement.platform?.name ?? "",
    fileName: statement.name,
    bytes: statement.bytes,
    uploadedBy: statement.uploadedBy?.name ?? null,
    uploadedAt: statement.createdAt.toISOString(),
    status: statement.state === "ready" && running ? running : statement.state,
    ...presentReading(statement, result),
    period: result?.period ?? null,
    sheet: statement.sheet,
    unreadable: result?.groups.unreadable.count ?? 0,
    groups: result && toGroups(result),
    doubts: result?.doubts ?? null,
    coverage: result?.coverage ?? null,
    advice: result?.advice ?? null,
    adviceColumn: result?.adviceColumn ? { role: "account", ...result.adviceColumn } : null,
    canRejectMissing: result?.canRejectMissing ?? false,
    complete: statement.completeAt && {
      at: statement.completeAt.toISOString(),
      by: statement.completeBy?.name ?? null,
    },
    progress: job && running ? { done: job.done, total: job.total } : null,
    decided: statement.decidedAt?.toISOString() ?? null,
    undone: statement.undoneAt?.toISOString() ?? null,
    error: statement.error,
    expiresAt: statement.expiresAt.toISOString(),
  };
}

const toGroups = ({ groups }: StatementResult) =>
  Object.fromEntries(
    STATEMENT_GROUPS.map((group) => [
      group,
      { count: groups[group].count, sums: groups[group].sums.map(shown) },
    ]),
  ) as Record<StatementGroup, { count: number; sums: { amount: string; currency: string }[] }>;

export function presentMatch({ match, claims, rows, commission }: PresentedMatch): StatementMatchResponse {
  const details = JSON.parse(match.details) as Pick<
    StatementMatchResponse,
    "reasons" | "amountDiffers" | "isMissing"
  >;
  const shownClaims = claims.map((claim) => ({
    id: claim.id,
    formId: claim.formId,
    email: claim.email,
    phone: claim.phone,
    account: claim.reference,
    amount: claim.amount && claim.currency ? formatAmount(claim.amount, claim.currency) : claim.amount,
    currency: claim.currency,
    confirmedAt: claim.createdAt.toISOString(),
    status: claim.status,
  }));
  return {
    id: match.id,
    group: match.matchGroup,
    submissionIds: JSON.parse(match.submissionIds),
    lines: JSON.parse(match.lines),
    rows: rows.map(({ line, cells, read }) => ({
      line,
      cells,
      kind: read?.kind ?? null,
      currency: read?.currency ?? null,
      amount:
        read?.amount && read.currency ? formatAmount(read.amount, read.currency) : (read?.amount ?? null),
      at: read?.at?.from.toISOString() ?? null,
    })),
    claim: shownClaims[0] ?? null,
    claims: shownClaims,
    verifiedAmount:
      match.verifiedAmount && match.currency
        ? formatAmount(match.verifiedAmount, match.currency)
        : match.verifiedAmount,
    currency: match.currency,
    score: match.score,
    commission: commission && presentCommission(commission),
    ...details,
  };
}

/** What is expected and paid, with the digits of their currency. */
function presentCommission({
  expected,
  paid,
  difference,
  currency,
  reason,
}: NonNullable<StatementMatchResponse["commission"]>): NonNullable<StatementMatchResponse["commission"]> {
  const shownIn = (amount: string | null) => amount && formatAmount(amount, currency);
  return {
    expected: shownIn(expected),
    paid: shownIn(paid),
    currency,
    difference: shownIn(difference),
    reason,
  };
}
