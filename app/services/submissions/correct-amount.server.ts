import Decimal from "decimal.js-light";
import type { Transaction } from "sequelize";
import { updateTotals } from "#app/database/queries/totals.server.ts";
import { Correction, Delivery, type Submission } from "#app/models/index.server.ts";
import { addVerified, removeVerified } from "#app/services/commissions/verified-amounts.server.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";
import type { Rates } from "#app/services/exchange-rates/get-rates.server.ts";
import { appendProof } from "#app/services/proof/append-proof.server.ts";
import { corrected } from "#app/services/proof/facts.ts";
import { knownMoney, type OptionalMoney } from "./check-decision.server.ts";
import { compareVerified } from "./compare-verified.server.ts";
import { replaceSearchWords } from "./search-words.server.ts";
import {
  type CheckedDecision,
  toEventActor,
  toMonth,
  toVerifiedAmounts,
  userIdOf,
} from "./write-decisions.server.ts";

/**
 * A later amount replaces the verified one: its commission is recalculated. Where no ad platform has the
 * event, it is the verified amount, which a resend sends; otherwise a correction, which is never sent.
 */
export async function correctAmount(
  decision: CheckedDecision,
  rates: Rates,
  transaction: Transaction,
): Promise<void> {
  const { submission, money, input, decider } = decision;
  const { amount, currency } = money;
  if (amount === null || currency === null) return;
  const known = knownMoney(submission);
  const verified = { amount: submission.verifiedAmount, currency: submission.verifiedCurrency };
  if (isSame(known, money)) return;
  // It stays in its month, even if the time zone has changed since.
  const month = (await removeVerified(submission, transaction)) ?? toMonth(submission);
  await addVerified(toVerifiedAmounts(submission, month, money), rates, transaction);
  const isUnsent = await hasNoEventOut(submission, transaction);
  // The verified amount is not a correction of itself.
  const correction = isUnsent || isSame(verified, money) ? null : money;
  const now = new Date();
  await appendProof(submission, corrected(amount, currency, now), transaction);
  const [comparable] = isUnsent
    ? await compareVerified([{ submission, verified: money }], rates, transaction)
    : [];
  const isChargeback = input.chargedBack === true;
  // A copy, because `plain` returns the values that the update changes.
  const before = { ...submission.get({ plain: true }) };
  const chargedBackAt = isChargeback ? now : null;
  await submission.update(
    {
      chargedBackAt,
      correctedAmount: correction?.amount ?? null,
      correctedCurrency: correction?.currency ?? null,
      correctedAt: correction ? now : null,
      ...(isUnsent ? { verifiedAmount: amount, verifiedCurrency: currency, ...comparable } : {}),
      version: submission.version + 1,
    },
    { transaction },
  );
  if (isUnsent) await replaceSearchWords([submission], transaction);
  const { workspaceId, id: submissionId } = submission;
  const of = { workspaceId, submissionId, userId: userIdOf(decider), amount, currency };
  await Correction.create(
    {
      ...of,
      isChargeback,
      fromAmount: known.amount,
      fromCurrency: known.currency,
      reason: input.correctionReason ?? null,
      createdAt: now,
    },
    { transaction },
  );
  const type = isChargeback ? "submission.chargedBack" : "submission.corrected";
  const event = { type, workspaceId, subjectId: submissionId, payload: toEventActor(decision) } as const;
  await recordEvents([event], transaction);
  await updateTotals([{ from: before, to: { ...before, chargedBackAt } }], transaction);
}

/** Whether all deliveries have ended without an accepted event, and one can be sent again. */
async function hasNoEventOut(
  { id: submissionId, workspaceId }: Submission,
  transaction: Transaction,
): Promise<boolean> {
  const deliveries = await Delivery.findAll({
    where: { workspaceId, submissionId },
    attributes: ["state", "receipt"],
    transaction,
  });
  const hasEnded = deliveries.every(
    ({ state, receipt }) => receipt === null && ["failed", "expired", "skipped"].includes(state),
  );
  return hasEnded && deliveries.some(({ state }) => state === "failed");
}

function isSame(one: OptionalMoney, other: OptionalMoney): boolean {
  if (one.amount === null || other.amount === null) return false;
  return new Decimal(one.amount).equals(other.amount) && one.currency === other.currency;
}
