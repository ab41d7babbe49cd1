import { Op, type Transaction } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { lockRow } from "#app/database/lock-rows.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { subquery } from "#app/database/select-sql.server.ts";
import { startOfDay } from "#app/lib/date-range.ts";
import { DAY, dayIn, SECOND } from "#app/lib/dates.ts";
import { Conflict, type DomainError } from "#app/lib/errors.ts";
import { firstIdAt } from "#app/lib/ids.ts";
import { formatAmount } from "#app/lib/money.ts";
import { plusDays } from "#app/lib/periods.ts";
import { RULE_DAYS } from "#app/lib/verification-rules.ts";
import {
  DomainEvent,
  Evidence,
  Platform,
  RuleDecision,
  Statement,
  StatementLine,
  Submission,
  VerificationRule,
  Workspace,
} from "#app/models/index.server.ts";
import { getWorkspaceRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { teachAccounts } from "#app/services/known-accounts/teach-accounts.server.ts";
import { findAccounts } from "#app/services/statements/find-accounts.server.ts";
import { createConverter } from "#app/services/statements/matching/convert.ts";
import { decideByEvidence } from "#app/services/statements/save-evidence.server.ts";
import { BATCH_MAX, type Decision, decideBatch } from "#app/services/submissions/decide-batch.server.ts";
import type { DecidingRows } from "#app/services/submissions/statement-evidence.server.ts";
import { judgeClaim, type Piece } from "./judge-claim.ts";
import { CANDIDATE_COLUMNS, type KnownCandidate, readCandidates } from "./read-candidates.server.ts";
import { readTerms } from "./rule-terms.server.ts";

type Broker = { workspaceId: string; platformId: string };

/** How many waiting claims of a broker are tried before another broker's turn. */
const CLAIMS_AT_ONCE = 200;

/** Verifies those of a broker's claims that its rule lets through. Whatever it may not decide waits for a member. */
export async function verifyByRule(broker: Broker, claimIds: readonly string[]): Promise<void> {
  const [rule, workspace, platform] = await retryRead(() =>
    Promise.all([
      VerificationRule.findOne({ where: { ...broker, isOn: true, pausedAt: null } }),
      Workspace.findOne({ where: { id: broker.workspaceId, deleteRequestedAt: null } }),
      Platform.findOne({
        where: { id: broker.platformId, workspaceId: broker.workspaceId, archivedAt: null },
        attributes: ["id"],
      }),
    ]),
  );
  if (!rule || !workspace || !platform) return;
  const { rates } = await getWorkspaceRates(workspace);
  const convert = createConverter(rates);
  const terms = readTerms(rule);
  for (let at = 0; at < claimIds.length; at += CLAIMS_AT_ONCE) {
    const claims = await findOpen(broker, claimIds.slice(at, at + CLAIMS_AT_ONCE));
    const passed = (await readCandidates(broker, claims)).flatMap((candidate) => {
      const judgement = judgeClaim(terms, candidate, convert);
      return judgement.decides ? [{ candidate, pieces: judgement.pieces }] : [];
    });
    for (let from = 0; from < passed.length; from += BATCH_MAX)
      await decide({ rule, workspace, passed: passed.slice(from, from + BATCH_MAX) });
  }
}

/** A claim that a rule has decided, or that a member has opened again, is a member's. */
async function findOpen({ workspaceId, platformId }: Broker, id: readonly string[]) {
  const recent = firstIdAt(new Date(Date.now() - RULE_DAYS * DAY));
  const [claims, reopened, decided] = await retryRead(() =>
    Promise.all([
      findRows(Submission, {
        where: {
          [Op.and]: [{ id: [...id] }, { id: { [Op.gte]: recent } }],
          workspaceId,
          platformId,
          status: "pending",
          withdrawnAt: null,
          erasedAt: null,
        },
        attributes: CANDIDATE_COLUMNS,
        order: [["id", "ASC"]],
      }),
      findRows(DomainEvent, {
        where: { workspaceId, subjectId: [...id], type: "submission.reopened" },
        attributes: ["subjectId"],
      }),
      findRows(RuleDecision, { where: { submissionId: [...id] }, attributes: ["submissionId"] }),
    ]),
  );
  const others = new Set([
    ...reopened.map(({ subjectId }) => subjectId),
    ...decided.map(({ submissionId }) => submissionId),
  ]);
  return claims.filter((claim) => !others.has(claim.id));
}

type Passed = { candidate: KnownCandidate; pieces: Piece[] };
type ToDecide = { rule: VerificationRule; workspace: Workspace; passed: readonly Passed[] };

const changed = () => new Conflict("changed_meanwhile", "What its rule rests on has changed.");

async function decide({ rule, workspace, passed }: ToDecide): Promise<void> {
  const { workspaceId, platformId, id: ruleId } = rule;
  const statements = await findStatements(workspaceId, passed);
  const day = dayIn(workspace.timeZone, new Date());
  let left = 0;
  let isOver = false;
  await decideBatch(workspaceId, await Promise.all(passed.map((one) => toDecision(one, rule, statements))), {
    onBegin: async (transaction) => {
      const current = await lockRow(VerificationRule, { where: { id: ruleId, workspaceId }, transaction });
      const isSame = current && +current.updatedAt === +rule.updatedAt;
      const isActive = isSame && current.isOn && current.pausedAt === null;
      const decided = await RuleDecision.count({ where: { ruleId, day }, transaction });
      left = isActive ? Math.max(0, rule.perDay - decided) : 0;
      isOver = isActive === true && left < passed.length;
    },
    onLocked: async (claims, transaction) => {
      const refused = await findChanged(passed, claims, transaction);
      for (const { candidate } of passed) {
        const { id } = candidate.claim;
        if (refused.has(id)) continue;
        left -= 1;
        if (left < 0) refused.set(id, changed());
      }
      const kept = passed.filter(({ candidate }) => !refused.has(candidate.claim.id));
      await decideByStatements(kept, statements, transaction);
      return refused;
    },
    onDecided: async (outcomes, transaction) => {
      const ids = passed.flatMap(({ candidate }, at) =>
        outcomes[at]?.kind === "changed" ? [candidate.claim.id] : [],
      );
      await teachAccounts({ workspaceId, submissionIds: ids, jobId: null }, transaction);
      const decidedAt = new Date();
      await RuleDecision.bulkCreate(
        ids.map((submissionId) => ({
          submissionId,
          ruleId,
          workspaceId,
          platformId,
          day,
          decidedAt,
          doubtedAt: null,
        })),
        { transaction },
      );
      if (!isOver) return;
      // What the day's limit leaves is tried when the next one begins.
      const dueAt = startOfDay(plusDays(day, 1), workspace.timeZone);
      await VerificationRule.update(
        { dueAt, reachedId: null },
        { where: { id: ruleId, workspaceId }, transaction },
      );
    },
  });
}

/** The claims that are others by now, or whose evidence is. */
async function findChanged(
  passed: readonly Passed[],
  claims: readonly Submission[],
  transaction: Transaction,
): Promise<Map<string, DomainError>> {
  const submissionId = passed.map(({ candidate }) => candidate.claim.id);
  const { workspaceId } = claims[0] ?? {};
  const evidence = workspaceId
    ? await Evidence.findAll({
        where: { workspaceId, submissionId },
        attributes: ["id", "submissionId", "evidenceGroup", "decides"],
        transaction,
      })
    : [];
  const known = new Map(evidence.map((one) => [one.id, one]));
  const contradicted = new Set(
    evidence.flatMap((one) => (one.evidenceGroup === "contradicted" ? [one.submissionId] : [])),
  );
  const byId = new Map(claims.map((claim) => [claim.id, claim]));
  const isSame = ({ candidate: { claim }, pieces }: Passed) =>
    byId.get(claim.id)?.version === claim.version &&
    byId.get(claim.id)?.erasedAt === null &&
    !contradicted.has(claim.id) &&
    pieces.every(({ id }) => {
      const one = known.get(id);
      return one?.evidenceGroup === "certain" && one.decides === null;
    });
  return new Map(
    passed.flatMap((one) => (isSame(one) ? [] : [[one.candidate.claim.id, changed()] as const])),
  );
}

type Statements = Awaited<ReturnType<typeof findStatements>>;

const fileOf = ({ pieces, candidate }: Passed): Evidence | null => {
  const piece = pieces.find(({ source }) => source === "statement");
  return (piece && candidate.evidence.get(piece.id)) ?? null;
};

async function findStatements(workspaceId: string, passed: readonly Passed[]) {
  const id = [...new Set(passed.flatMap((one) => fileOf(one)?.statementId ?? []))];
  if (id.length === 0) return new Map<string, Statement>();
  const found = await Statement.findAll({ where: { id, workspaceId } });
  return new Map(found.map((statement) => [statement.id, statement]));
}

async function toDecision(one: Passed, rule: VerificationRule, statements: Statements): Promise<Decision> {
  const { candidate, pieces } = one;
  const evidence = fileOf(one);
  const statement = evidence?.statementId ? statements.get(evidence.statementId) : undefined;
  return {
    submissionId: candidate.claim.id,
    decider: { kind: "rule", ruleId: rule.id },
    access: null,
    expected: "pending",
    isInBackground: true,
    holdMs: rule.holdSeconds * SECOND,
    input: { status: "handled", ...toMoney(candidate, pieces) },
    ...(evidence && statement ? { statement: await readDecidingRows(statement, evidence) } : {}),
  };
}

/** What the broker says, in the visitor's currency or where the visitor says nothing. */
function toMoney({ amount: own, currency: ownCurrency }: KnownCandidate, pieces: readonly Piece[]) {
  const found = pieces.find(
    ({ amount, currency }) =>
      amount !== null && currency !== null && (own === null || currency === ownCurrency),
  );
  if (!found?.amount || !found.currency) return {};
  return { amount: formatAmount(found.amount, found.currency), currency: found.currency };
}

async function readDecidingRows(
  { id: statementId, name: fileName }: Statement,
  { lines }: Evidence,
): Promise<DecidingRows> {
  const numbers = JSON.parse(lines) as number[];
  const rows = await findRows(StatementLine, {
    where: { statementId, line: numbers },
    attributes: ["line", "cells"],
    order: [["line", "ASC"]],
  });
  return {
    fileName,
    lines: numbers,
    rows: rows.length > 0 ? rows.map(({ cells }) => cells).join("\n") : null,
    by: null,
  };
}

async function decideByStatements(
  passed: readonly Passed[],
  statements: Statements,
  transaction: Transaction,
): Promise<void> {
  for (const statement of statements.values()) {
    const own = passed.flatMap((one) => {
      const evidence = fileOf(one);
      return evidence?.statementId === statement.id ? [evidence] : [];
    });
    if (own.length === 0) continue;
    const accountsOf = await findAccounts(statement, own);
    await decideByEvidence(
      statement,
      own.map(({ submissionId, lines, reasons }) => ({
        submissionId: submissionId as string,
        lines,
        reasons,
        jobId: null,
        accounts: accountsOf(lines),
      })),
      transaction,
    );
  }
}

/**
 * Tries the waiting claims of brokers whose rule is new, or has a day's limit again, or whose file was matched.
 * @returns whether more wait
 */
export async function runDueRules(isStopping: () => boolean = () => false): Promise<boolean> {
  const rules = await retryRead(() =>
    VerificationRule.findAll({
      where: { isOn: true, dueAt: { [Op.lte]: fromNow(0) } },
      order: [["dueAt", "ASC"]],
    }),
  );
  let failure: unknown;
  let hasMore = false;
  for (const rule of rules) {
    if (isStopping()) return true;
    try {
      if (await tryWaiting(rule)) hasMore = true;
    } catch (error) {
      // One that fails must not keep the others waiting.
      failure = error;
    }
  }
  if (failure !== undefined) throw failure;
  return hasMore;
}

async function tryWaiting({
  id,
  workspaceId,
  platformId,
  dueAt,
  reachedId,
}: VerificationRule): Promise<boolean> {
  const recent = firstIdAt(new Date(Date.now() - RULE_DAYS * DAY));
  const certain = { workspaceId, platformId, evidenceGroup: "certain", decides: null };
  const claims = await retryRead(() =>
    findRows(Submission, {
      where: {
        workspaceId,
        platformId,
        status: "pending",
        [Op.and]: [
          { id: { [Op.gt]: reachedId ?? recent } },
          { id: { [Op.in]: subquery(Evidence, { where: certain, attributes: ["submissionId"] }) } },
        ],
      },
      attributes: ["id"],
      order: [["id", "ASC"]],
      limit: CLAIMS_AT_ONCE,
    }),
  );
  await verifyByRule(
    { workspaceId, platformId },
    claims.map((claim) => claim.id),
  );
  const isLast = claims.length < CLAIMS_AT_ONCE;
  // If something has made the rule due again since, it starts from the beginning.
  await inTransaction((transaction) =>
    VerificationRule.update(
      isLast ? { dueAt: null, reachedId: null } : { reachedId: claims.at(-1)?.id ?? null },
      { where: { id, workspaceId, dueAt, reachedId }, transaction },
    ),
  );
  return !isLast;
}
