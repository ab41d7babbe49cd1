import { Op } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { announceDue } from "#app/database/due-work.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { sumByCurrency } from "#app/lib/commission.ts";
import { Conflict, Invalid } from "#app/lib/errors.ts";
import { newId } from "#app/lib/ids.ts";
import { formatAmount } from "#app/lib/money.ts";
import type { StatementResult } from "#app/lib/statements.ts";
import {
  BulkJob,
  BulkJobItem,
  Statement,
  StatementEvidence,
  StatementMatch,
  Submission,
} from "#app/models/index.server.ts";
import type { StatementDecision, StatementPlan } from "#app/schemas/statements.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";
import { findAccounts } from "./find-accounts.server.ts";
import { getStatement } from "./list-statements.server.ts";

type Arguments = { access: Access; statementId: string; decision: Omit<StatementDecision, "dryRun"> };

/** One claim of a match, with what a decision stores. */
type Item = {
  submissionId: string;
  amount: string | null;
  currency: string | null;
  lines: string;
  reasons: string;
};

/** How many submissions one query names. */
const CHUNK = 500;

/** What a decision would do. Changes nothing. */
export async function planStatement(args: Arguments): Promise<StatementPlan> {
  const { access, decision } = args;
  const { statement } = await getStatement({
    workspaceId: access.workspaceId,
    statementId: args.statementId,
  });
  const items = await findItems(statement, decision);
  const claims = await findClaims(access.workspaceId, items);
  const now = new Date();
  const open = items.flatMap((item) => {
    const claim = claims.get(item.submissionId);
    return claim?.status === "pending" ? [{ item, claim }] : [];
  });
  const isSending = decision.status === "handled";
  const sendable = open.filter(({ claim }) => claim.sendBefore !== null && claim.sendBefore > now);
  const late = open.filter(({ claim }) => claim.sendBefore !== null && claim.sendBefore <= now);
  const first = sendable.map(({ claim }) => +(claim.sendBefore as Date)).sort((a, b) => a - b)[0];
  return {
    wouldHandle: isSending ? open.length : 0,
    wouldReject: isSending ? 0 : open.length,
    wouldSend: isSending ? sendable.length : 0,
    expired: isSending ? late.length : 0,
    alreadyDecided: items.length - open.length,
    amountsDiffer: isSending
      ? open.flatMap(({ item, claim }) =>
          item.amount !== null && claim.amount !== null && Number(item.amount) !== Number(claim.amount)
            ? [
                {
                  submissionId: claim.id,
                  claimed: shown(claim.amount, claim.currency),
                  verified: shown(item.amount, item.currency),
                  currency: item.currency,
                },
              ]
            : [],
        )
      : [],
    sums: isSending
      ? sumByCurrency(
          open.flatMap(({ item, claim }) => {
            const amount = item.amount ?? claim.amount;
            const currency = item.currency ?? claim.currency;
            return amount === null || currency === null ? [] : [{ amount, currency }];
          }),
        )
      : [],
    sendBefore: first === undefined ? null : new Date(first).toISOString(),
  };
}

const shown = (amount: string, currency: string | null): string =>
  currency === null ? amount : formatAmount(amount, currency);

/**
 * Starts the job that decides the claims of a group or of matches. The evidence is written at once, so that a
 * decision names its lines whatever is matched later.
 * @throws {Conflict} `changed_meanwhile`: it was matched again since `version`
 */
export async function decideStatement({
  access,
  statementId,
  decision,
}: Arguments): Promise<{ id: string; total: number }> {
  const { workspaceId, userId } = access;
  const { statement } = await getStatement({ workspaceId, statementId });
  if (decision.group === "unmatchedClaims" && decision.status !== "rejected")
    throw new Invalid([{ field: "status", message: "Claims that the file lacks can only be rejected." }]);
  if (decision.group === "unmatchedClaims" && !readResult(statement).canRejectMissing)
    throw new Invalid([
      { field: "group", message: "This file lists too few of your clients to reject the others together." },
    ]);
  const items = await findItems(statement, decision);
  const claims = await findClaims(workspaceId, items);
  const open = items.filter(({ submissionId }) => claims.get(submissionId)?.status === "pending");
  const accountsOf = await findAccounts(statement, decision.status === "handled" ? open : []);
  const jobId = newId();
  return inTransaction(async (transaction) => {
    await assertAccess(access, "submissions:write", transaction);
    const where = {
      id: statementId,
      workspaceId,
      state: "ready",
      // The matches were read before: they must still be those of this version.
      version: decision.version ?? statement.version,
    };
    const now = new Date();
    const [count] = await Statement.update({ decidedAt: now, undoneAt: null }, { where, transaction });
    if (count === 0)
      throw new Conflict(
        "changed_meanwhile",
        "This statement was matched again. Look at it before you decide.",
      );
    const running = await BulkJob.count({
      where: { statementId, workspaceId, state: "queued" },
      transaction,
    });
    if (running > 0)
      throw new Conflict("changed_meanwhile", "Its claims are being decided already. Try again in a moment.");
    const { status, reason } = decision;
    await BulkJob.create(
      {
        ...{ id: jobId, workspaceId, userId, statementId, kind: "decide", state: "queued" },
        decision: JSON.stringify({
          status,
          reason: status === "rejected" ? (reason ?? "not_in_statement") : undefined,
        }),
        holdSeconds: decision.holdSeconds,
        total: open.length,
        attemptCount: 0,
        dueAt: now,
        createdAt: now,
      },
      { transaction },
    );
    const submissionIds = open.map(({ submissionId }) => submissionId);
    for (let at = 0; at < open.length; at += CHUNK) {
      const some = open.slice(at, at + CHUNK);
      await insertRows(
        BulkJobItem,
        some.map(({ submissionId, amount, currency }) => ({
          ...{ jobId, submissionId, workspaceId, error: null, attemptCount: 0 },
          outcome: "waiting" as const,
          amount: decision.status === "handled" ? amount : null,
          currency: decision.status === "handled" ? currency : null,
        })),
        transaction,
      );
      // An earlier statement's evidence of a claim that was reset meanwhile.
      await StatementEvidence.destroy({
        where: { workspaceId, submissionId: submissionIds.slice(at, at + CHUNK) },
        transaction,
      });
      await insertRows(
        StatementEvidence,
        some.map(({ submissionId, lines, reasons }) => ({
          ...{ submissionId, statementId, workspaceId, jobId, lines, reasons },
          accounts: accountsOf(lines),
          fileName: statement.fileName,
          fileHash: statement.fileHash,
          createdAt: now,
        })),
        transaction,
      );
    }
    await BulkJob.update({ dueAt: fromNow(0) }, { where: { id: jobId, workspaceId }, transaction });
    announceDue(BulkJob, transaction);
    return { id: jobId, total: open.length };
  });
}

const readResult = ({ result }: Statement): StatementResult => {
  if (result === null)
    throw new Conflict("changed_meanwhile", "This statement is not matched yet. Try again in a moment.");
  return JSON.parse(result) as StatementResult;
};

/** The claims of what is decided; of unmatched claims only those that the file should have. */
async function findItems(statement: Statement, { group, matchIds }: Arguments["decision"]): Promise<Item[]> {
  const { id: statementId, workspaceId } = statement;
  const matches = await retryRead(() =>
    StatementMatch.findAll({
      where: {
        statementId,
        workspaceId,
        ...(matchIds ? { id: matchIds } : { matchGroup: group as "certain" | "unmatchedClaims" }),
      },
      order: [["number", "ASC"]],
    }),
  );
  return matches.flatMap((match) => {
    const { reasons, isMissing } = JSON.parse(match.details) as {
      reasons: { text: string }[];
      isMissing: boolean | null;
    };
    if (group === "unmatchedClaims" && !isMissing) return [];
    const submissionIds = JSON.parse(match.submissionIds) as string[];
    return submissionIds.map((submissionId) => ({
      submissionId,
      // A sum proves several claims, each with the amount that its visitor stated.
      amount: submissionIds.length === 1 ? match.verifiedAmount : null,
      currency: submissionIds.length === 1 ? match.currency : null,
      lines: match.lines,
      reasons: JSON.stringify(reasons.map(({ text }) => text)),
    }));
  });
}

const CLAIM_COLUMNS = ["id", "status", "sendBefore", "amount", "currency"] as const;
type Claim = Pick<Submission, (typeof CLAIM_COLUMNS)[number]>;

async function findClaims(workspaceId: string, items: Item[]): Promise<Map<string, Claim>> {
  const found: Claim[] = [];
  for (let at = 0; at < items.length; at += CHUNK) {
    const id = items.slice(at, at + CHUNK).map(({ submissionId }) => submissionId);
    found.push(
      ...(await retryRead(() =>
        findRows(Submission, {
          where: { workspaceId, id: { [Op.in]: id }, withdrawnAt: null },
          attributes: CLAIM_COLUMNS,
        }),
      )),
    );
  }
  return new Map(found.map((claim) => [claim.id, claim]));
}
