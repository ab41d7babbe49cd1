import Decimal from "decimal.js-light";
import { literal, type Transaction } from "sequelize";
import { type TotalChange, updateTotals } from "#app/database/queries/totals.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { type Delivery, Submission } from "#app/models/index.server.ts";
import type { SubmissionStatusInput } from "#app/schemas/submissions.ts";
import {
  addVerified,
  removeVerified,
  type VerifiedAmount,
} from "#app/services/commissions/verified-amounts.server.ts";
import { createDeliveries } from "#app/services/deliveries/create-deliveries.server.ts";
import { summarizeDeliveries } from "#app/services/deliveries/event-status.server.ts";
import type { NewEvent } from "#app/services/domain-events/event-types.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";
import type { Rates } from "#app/services/exchange-rates/get-rates.server.ts";
import { appendProofs } from "#app/services/proof/append-proof.server.ts";
import { decided, type ProofFact } from "#app/services/proof/facts.ts";
import type { Access } from "#app/services/workspaces/access.server.ts";
import { type OptionalMoney, toReason } from "./check-decision.server.ts";
import type { ComparableAmount } from "./comparable-amounts.ts";
import { compareVerified } from "./compare-verified.server.ts";
import type { DecidingEvidence } from "./rest-on-evidence.server.ts";
import { replaceSearchWords } from "./search-words.server.ts";
import type { DecidingRows } from "./statement-evidence.server.ts";

/** What is written once for all decisions of a transaction. */
type DecisionTotals = {
  proof: { submission: Submission; facts: ProofFact[] };
  event: NewEvent;
  earned: VerifiedAmount[];
  change: TotalChange;
};

/** `tab` names the tab of the page that it was made on. */
export type DecisionInput = SubmissionStatusInput & { tab?: string | undefined };

/** A member, a program with an API key, or a rule of the broker. */
export type Decider =
  | { kind: "member"; userId: string }
  | { kind: "key"; keyId: string | null }
  | { kind: "rule"; ruleId: string };

export const toDecider = (access: Access): Decider =>
  access.userId === null ? { kind: "key", keyId: access.keyId } : { kind: "member", userId: access.userId };

export const userIdOf = (decider: Decider): string | null =>
  decider.kind === "member" ? decider.userId : null;

/** A decision of a submission that the transaction has locked. */
export type CheckedDecision = {
  submission: Submission;
  input: DecisionInput;
  money: OptionalMoney;
  decider: Decider;
  isInBackground: boolean;
  holdMs?: number | undefined;
  /** The rows of a statement that it is decided by. */
  statement?: DecidingRows | undefined;
  /** What brokers have called back or answered, where it rests on that. */
  evidence?: DecidingEvidence[] | undefined;
};

/** Decisions whose rows and deliveries are written; their proofs, events and totals are still to come. */
export type WrittenDecisions = { totals: DecisionTotals[]; takenBack: Submission[] };

/** Writes the rows and deliveries of decisions of one workspace's submissions. `writeTotals` follows. */
export async function writeDecisions(
  decisions: CheckedDecision[],
  rates: Rates,
  transaction: Transaction,
): Promise<WrittenDecisions> {
  const handled = decisions.filter(({ input }) => input.status === "handled");
  const toDeliver = handled.map(({ submission, money, isInBackground, holdMs }) => ({
    submission,
    isInBackground,
    ...(holdMs ? { holdMs } : {}),
    verifiedAmount: money.amount,
  }));
  const created = await createDeliveries(toDeliver, transaction);
  const verified = decisions.map((one) => ({ submission: one.submission, verified: toVerifiedMoney(one) }));
  const comparables = await compareVerified(verified, rates, transaction);
  const now = new Date();
  const written = decisions.map((decision, index) =>
    describeDecision({
      ...decision,
      comparable: comparables[index] ?? {},
      deliveries: created[handled.indexOf(decision)] ?? [],
      now,
    }),
  );
  await saveChanges(
    written.map(({ change }) => change),
    transaction,
  );
  await replaceSearchWords(verified.flatMap(toOtherAmount), transaction);
  const takenBack = decisions.flatMap(({ submission }) =>
    submission.status === "handled" ? [submission] : [],
  );
  return { totals: written.map(({ totals }) => totals), takenBack };
}

/** The claim with the amount that it is found by, if that is another one now. */
function toOtherAmount({ submission, verified }: { submission: Submission; verified: OptionalMoney }) {
  const before = submission.verifiedAmount ?? submission.amount;
  const after = verified.amount ?? submission.amount;
  if (before === after || (before !== null && after !== null && new Decimal(before).equals(after))) return [];
  return [{ ...submission.get({ plain: true }), verifiedAmount: verified.amount }];
}

const toVerifiedMoney = ({ input, money }: Pick<CheckedDecision, "input" | "money">): OptionalMoney =>
  input.status === "handled" ? money : { amount: null, currency: null };

type RowChange = { before: Pick<Submission, "id" | "workspaceId" | "status" | "version">; values: object };

type DecisionDetails = CheckedDecision & {
  comparable: Partial<ComparableAmount>;
  deliveries: Delivery[];
  now: Date;
};

/** Who made a change, as its domain event says it. */
export const toEventActor = ({ decider, input: { tab }, isInBackground }: CheckedDecision) => ({
  by: userIdOf(decider),
  ...(decider.kind === "rule" ? { isByRule: true } : {}),
  ...(tab === undefined ? {} : { tab }),
  ...(isInBackground ? { isInJob: true } : {}),
});

function describeDecision({ comparable, deliveries, now, ...checked }: DecisionDetails): {
  change: RowChange;
  totals: DecisionTotals;
} {
  const { submission, input, money, decider, statement, evidence = [] } = checked;
  const actor = toEventActor(checked);
  const { id: submissionId, workspaceId } = submission;
  const before = { ...submission.get({ plain: true }) };
  const isHandled = input.status === "handled";
  const summary = summarizeDeliveries(input.status, deliveries);
  const verified = toVerifiedMoney({ input, money });
  const decision = {
    status: input.status,
    ...summary,
    handledAt: input.status === "pending" ? null : now,
    chargedBackAt: null,
    confirmedByStatement: isHandled && statement ? true : null,
    restsOn: (isHandled && listSources(checked)) || null,
    ...toDeciderColumns(input.status === "pending" ? null : decider),
  };
  const values = {
    ...comparable,
    ...decision,
    ...verifiedColumns(submission, verified),
    correctedAmount: null,
    correctedCurrency: null,
    correctedAt: null,
    ...toReason(input),
    ...(input.note === undefined ? {} : { decisionNote: input.note }),
  };
  const { status: from } = before;
  const to = input.status;
  const notCovered = deliveries.flatMap(({ skipReason, adPlatform }) =>
    skipReason === "consent" ? [adPlatform] : [],
  );
  const totals: DecisionTotals = {
    proof: {
      submission,
      facts: [decided({ from, to, ...verified, notCovered, statement, evidence, decider, at: now })],
    },
    event: {
      workspaceId,
      subjectId: submissionId,
      ...(to === "pending"
        ? { type: "submission.reopened" as const, payload: { from, ...actor } }
        : {
            type: "submission.decided" as const,
            payload: { from, to, ...actor, ...(checked.holdMs ? { holdMs: checked.holdMs } : {}) },
          }),
    },
    earned: isHandled ? toVerifiedAmounts(submission, toMonth(submission), money) : [],
    change: { from: before, to: { ...before, ...decision } },
  };
  return { change: { before, values }, totals };
}

const listSources = ({ statement, evidence = [] }: CheckedDecision): string =>
  [...new Set([...evidence.map(({ source }) => source), ...(statement ? ["statement"] : [])])]
    .sort()
    .join(" ");

/** Null for a claim that waits. */
const toDeciderColumns = (decider: Decider | null) => ({
  decidedByUserId: decider && userIdOf(decider),
  decidedByKeyId: decider?.kind === "key" ? decider.keyId : null,
  decidedByRuleId: decider?.kind === "rule" ? decider.ruleId : null,
});

/** The visitor's own amount is named by its column, so that it is the same change for all. */
function verifiedColumns(submission: Submission, { amount, currency }: OptionalMoney) {
  const isOwn = amount !== null && amount === submission.amount && currency === submission.currency;
  return isOwn
    ? { verifiedAmount: literal("amount"), verifiedCurrency: literal("currency") }
    : { verifiedAmount: amount, verifiedCurrency: currency };
}

/** Saves changes of rows, those that are the same with one statement. */
async function saveChanges(changes: RowChange[], transaction: Transaction): Promise<void> {
  const alike = groupBy(changes, ({ before, values }) =>
    JSON.stringify([before.status, before.version, values]),
  );
  for (const group of alike.values()) {
    const [{ before, values }] = group as [RowChange];
    const { workspaceId, status, version } = before;
    const [changed] = await Submission.update(
      { ...values, version: version + 1 },
      { where: { id: group.map((one) => one.before.id), workspaceId, status, version }, transaction },
    );
    if (changed !== group.length)
      throw new Conflict(
        "changed_meanwhile",
        "This submission was changed at the same moment. Please look at it again.",
      );
  }
}

/** The platforms whose commissions change. */
export const listPlatformIds = ({ totals, takenBack }: WrittenDecisions): string[] =>
  [...takenBack, ...totals.flatMap(({ earned }) => earned.map(({ submission }) => submission))].map(
    ({ platformId }) => platformId,
  );

/** Writes proofs and events, then the totals, which others wait for. Lock the platforms before. */
export async function writeTotals(
  { totals: decisions, takenBack }: WrittenDecisions,
  rates: Rates,
  transaction: Transaction,
): Promise<void> {
  const [first] = decisions;
  if (!first) return;
  const { workspaceId } = first.event;
  const proofs = decisions.map(({ proof }) => proof);
  await appendProofs(workspaceId, proofs, transaction);
  const events = decisions.map(({ event }) => event);
  await recordEvents(events, transaction);
  const earned = decisions.flatMap((decision) => decision.earned);
  for (const submission of takenBack) await removeVerified(submission, transaction);
  await addVerified(earned, rates, transaction);
  const changes = decisions.map(({ change }) => change);
  await updateTotals(changes, transaction);
}

/** Without an amount, or once it was charged back, there is no commission. */
export function toVerifiedAmounts(
  submission: Submission,
  month: string,
  { amount, currency }: OptionalMoney,
): VerifiedAmount[] {
  if (amount === null || currency === null || new Decimal(amount).isZero()) return [];
  return [{ submission, month, money: { amount, currency } }];
}

/** The owner's month of the visitor's confirmation. */
export const toMonth = ({ day }: Submission) => day.slice(0, 7);
