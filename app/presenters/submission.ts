import { AD_COOKIES, AD_IDS, byParameter } from "#app/lib/ad-platforms.ts";
import type { Money } from "#app/lib/commission.ts";
import { iso } from "#app/lib/dates.ts";
import { toEventState, toProgress } from "#app/lib/event-state.ts";
import type { EvidenceReason } from "#app/lib/evidence.ts";
import type { FirstClick } from "#app/lib/first-click.ts";
import { formatAmount } from "#app/lib/money.ts";
import { getKeys, mapValues, pick } from "#app/lib/objects.ts";
import { answerNames } from "#app/lib/opt-in-answers.ts";
import { ATTEMPT_FACTS, type ColumnFor } from "#app/lib/submission-columns.ts";
import type { Lack } from "#app/lib/worth.ts";
import type { Commission } from "#app/models/commission.server.ts";
import type { Correction } from "#app/models/correction.server.ts";
import type { Delivery } from "#app/models/delivery.server.ts";
import type { DeliveryAttempt } from "#app/models/delivery-attempt.server.ts";
import type { Evidence } from "#app/models/evidence.server.ts";
import type { Submission } from "#app/models/submission.server.ts";
import type {
  AttemptResponse,
  CommissionResponse,
  CorrectionResponse,
  DeliveryResponse,
  SubmissionResponse,
} from "#app/schemas/submissions.ts";

import { plainFigure } from "./contract.ts";
import { presentEvidence } from "./evidence.ts";
import { tierValueText } from "./platform.ts";

/** Gives an ad platform's name by its id. */
export type GetName = (adPlatform: string) => string;

type PresentedAttempt = Pick<DeliveryAttempt, (typeof ATTEMPT_FACTS)[number]> &
  Partial<Pick<DeliveryAttempt, "request" | "response">>;

type PresentedDelivery = Pick<
  Delivery,
  | "id"
  | "adPlatform"
  | "eventId"
  | "state"
  | "skipReason"
  | "dueAt"
  | "leaseToken"
  | "sendBefore"
  | "updatedAt"
> & { attempts?: PresentedAttempt[] };

type PresentedSubmission = Pick<
  Submission,
  | ColumnFor<"listed">
  | "commission"
  | "corrections"
  | "decidedBy"
  | "statementFacts"
  | "evidences"
  | "knownAccounts"
  | "telegram"
  | "worth"
> & { deliveries?: PresentedDelivery[] };

/** A submission for its owner, on pages and in /api. */
export function presentSubmission(submission: PresentedSubmission, getName: GetName): SubmissionResponse {
  // The verified amount overrides the visitor's.
  const amount = submission.verifiedAmount ?? submission.amount;
  const currency = submission.verifiedCurrency ?? submission.currency;
  const { correctedAmount, correctedCurrency, correctedAt } = submission;
  const deliveries = (submission.deliveries ?? []).map((delivery) =>
    presentDelivery(delivery, submission.handledAt, getName),
  );
  return {
    _id: submission.id,
    ...pick(submission, ["formId", "language"]),
    status: submission.status,
    eventStatus: submission.eventStatus,
    eventState: submission.status === "handled" ? toEventState(deliveries) : null,
    action: submission.action,
    formData: {
      email: submission.email,
      phone: submission.phone,
      platform: { id: submission.platformId, name: submission.platformName },
      deviceId: submission.deviceId,
      facebookPixelId: submission.facebookPixelId,
      amount: amount && currency ? formatAmount(amount, currency) : null,
      currency: amount && currency ? currency : null,
      ...pick(submission, answerNames),
    },
    unlikelyAmount: submission.unlikelyAmount,
    cameInRush: submission.cameInRush,
    brokerSays: submission.brokerSays,
    correction:
      correctedAmount && correctedCurrency && correctedAt
        ? {
            amount: formatAmount(correctedAmount, correctedCurrency),
            currency: correctedCurrency,
            at: correctedAt.toISOString(),
          }
        : null,
    // Lists do not load these.
    ...(submission.corrections === undefined
      ? {}
      : { corrections: submission.corrections.map(presentCorrection) }),
    ...(submission.commission === undefined ? {} : { commission: presentCommission(submission.commission) }),
    attribution: presentAttribution(submission),
    createdAt: submission.createdAt.toISOString(),
    updatedAt: findLatest(submission).toISOString(),
    handledAt: iso(submission.handledAt),
    reason: submission.decisionReason,
    reasonText: submission.decisionReasonText,
    showReason: submission.showsReason ?? false,
    note: submission.decisionNote,
    // Lists do not load it.
    ...(submission.decidedBy === undefined ? {} : { decidedBy: presentDecider(submission) }),
    ...presentStatementFacts(submission),
    // Lists do not load it.
    ...(submission.evidences === undefined ? {} : { evidences: submission.evidences.map(presentEvidence) }),
    ...(submission.worth === undefined ? {} : { worth: submission.worth && presentWorth(submission.worth) }),
    ...(submission.knownAccounts === undefined ? {} : { knownAccounts: submission.knownAccounts }),
    referenceChangedAt: iso(submission.referenceChangedAt),
    withdrawnAt: iso(submission.withdrawnAt),
    sharingEndedAt: iso(submission.sharingEndedAt),
    erasedAt: iso(submission.erasedAt),
    sendBefore: iso(submission.sendBefore),
    deliveries,
  };
}

function presentWorth({
  worth,
  evidenceIds,
}: NonNullable<PresentedSubmission["worth"]>): SubmissionResponse["worth"] {
  const { currency } = worth;
  const money = (text: string | null) => (text !== null && currency ? formatAmount(text, currency) : null);
  const lacks = JSON.parse(worth.lacks) as Lack[];
  return {
    state: worth.state,
    amount: money(worth.amount),
    currency,
    lacks: lacks.map((lack) => ({
      ...lack,
      amount: lack.what === "deposit" ? money(lack.amount) : lack.amount && plainFigure(lack.amount),
    })),
    evidenceIds,
    qualifiedOn: worth.qualifiedOn,
    firstDepositOn: worth.firstDepositOn,
    deposits: worth.depositCount,
    lots: plainFigure(worth.lots),
    withdrawn: money(worth.withdrawn),
    paid: (JSON.parse(worth.paid) as Money[]).map((one) => ({
      amount: formatAmount(one.amount, one.currency),
      currency: one.currency,
    })),
    lastActiveAt: iso(worth.lastActiveAt),
    leftAt: iso(worth.leftAt),
    lacksFrom: worth.lacksFrom,
  };
}

/** The sentences of evidence. */
export const presentReasons = ({ reasons }: Pick<Evidence, "reasons">): string[] =>
  (JSON.parse(reasons) as EvidenceReason[]).map(({ text }) => text);

function presentDecider({ decidedBy, evidences = [] }: PresentedSubmission): SubmissionResponse["decidedBy"] {
  const evidenceIds = evidences.filter(({ decides }) => decides !== null).map(({ id }) => id);
  return decidedBy && { ...decidedBy, evidenceIds };
}

const toMember = (decidedBy: PresentedSubmission["decidedBy"] = null) =>
  decidedBy?.kind === "member" && decidedBy.id !== null ? { id: decidedBy.id, name: decidedBy.name } : null;

function presentStatementFacts({
  statementFacts,
  decidedBy = null,
}: PresentedSubmission): Pick<SubmissionResponse, "evidence" | "reversals"> {
  const { evidence = null, reversals = [] } = statementFacts ?? {};
  return {
    evidence: evidence && {
      statementId: evidence.statementId,
      fileName: evidence.fileName ?? "",
      lines: JSON.parse(evidence.lines),
      decidedBy: toMember(decidedBy),
      reasons: presentReasons(evidence),
    },
    reversals: reversals.map(({ statementId, fileName, line, at }) => ({
      statementId,
      fileName,
      line,
      at: iso(at),
    })),
  };
}

/** When it or one of its deliveries changed last. */
const findLatest = ({ updatedAt, deliveries = [] }: PresentedSubmission) =>
  new Date(Math.max(+updatedAt, ...deliveries.map((delivery) => +delivery.updatedAt)));

function presentCorrection(correction: Correction): CorrectionResponse {
  const { fromAmount, fromCurrency, amount, currency, isChargeback, reason, user, createdAt } = correction;
  return {
    from:
      fromAmount && fromCurrency
        ? { amount: formatAmount(fromAmount, fromCurrency), currency: fromCurrency }
        : null,
    to: { amount: formatAmount(amount, currency), currency },
    isChargeback,
    reason,
    by: user ? { id: user.id, name: user.name } : null,
    at: createdAt.toISOString(),
  };
}

function presentCommission(commission: Commission | null): CommissionResponse | null {
  if (!commission) return null;
  const { currency, earned, monthTotal, tierName, tierType, tierValue, tierCurrency } = commission;
  const { rate, rateDay, usesOwnRate } = commission;
  const money = (amount: string | null) =>
    amount && tierCurrency ? { amount: formatAmount(amount, tierCurrency), currency: tierCurrency } : null;
  return {
    earned: money(earned),
    tier:
      tierName && tierType && tierValue && tierCurrency
        ? {
            name: tierName,
            type: tierType,
            value: tierValueText(tierType, tierValue, tierCurrency),
            currency: tierCurrency,
          }
        : null,
    monthTotal: money(monthTotal),
    rate,
    rateDate: rateDay,
    usesOwnRate,
    missingRate:
      tierCurrency && rate === null && earned === null ? { from: currency, to: tierCurrency } : null,
  };
}

function presentAttribution(submission: PresentedSubmission): SubmissionResponse["attribution"] {
  return {
    ...pick(submission, ["channel", "source", "pageUrl", "referrer"]),
    // Lists do not load it.
    ...(submission.telegram === undefined ? {} : { telegram: presentTelegram(submission.telegram) }),
    ...byParameter((clickId) => submission[clickId]),
    clickSeenAt: iso(submission.clickSeenAt),
    ...pick(submission, getKeys(AD_COOKIES)),
    utm: {
      source: submission.utmSource,
      medium: submission.utmMedium,
      campaign: submission.utmCampaign,
      term: submission.utmTerm,
      content: submission.utmContent,
    },
    medium: submission.utmMedium,
    content: submission.utmContent,
    term: submission.utmTerm,
    ...pick(submission, [...getKeys(AD_IDS), "link"]),
    first: submission.firstClick === null ? null : presentFirstClick(JSON.parse(submission.firstClick)),
    ...pick(submission, ["ip", "userAgent"]),
    consentText: submission.consentText,
    consentVersion: submission.consentVersion,
    consentAt: submission.consentAt.toISOString(),
  };
}

/** Without the account, which is the person's own business. */
const presentTelegram = (telegram: NonNullable<PresentedSubmission["telegram"]> | null) =>
  telegram && {
    startedAt: iso(telegram.startedAt),
    joinedAt: iso(telegram.joinedAt),
    link: telegram.link,
  };

const presentFirstClick = ({ parameters, ...click }: FirstClick) => ({
  ...click,
  ...byParameter((clickId) => parameters[clickId] ?? null),
  utm: {
    source: parameters.utmSource ?? null,
    medium: parameters.utmMedium ?? null,
    campaign: parameters.utmCampaign ?? null,
    term: parameters.utmTerm ?? null,
    content: parameters.utmContent ?? null,
  },
  ...mapValues(AD_IDS, (_names, column) => parameters[column] ?? null),
  link: parameters.link ?? null,
});

export function presentDelivery(
  delivery: PresentedDelivery,
  handledAt: Date | null,
  getName: GetName,
): DeliveryResponse {
  const state = toProgress(delivery);
  const isWaiting = state === "queued" || state === "retrying";
  return {
    id: delivery.id,
    platform: delivery.adPlatform,
    platformName: getName(delivery.adPlatform),
    eventId: delivery.eventId,
    state,
    nextAttemptAt: isWaiting ? iso(delivery.dueAt) : null,
    sendBefore: delivery.sendBefore.toISOString(),
    reason: state === "expired" ? expiryReason(delivery, handledAt, getName) : delivery.skipReason,
    attempts: (delivery.attempts ?? []).map(presentAttempt),
  };
}

function expiryReason(
  { adPlatform, sendBefore, attempts = [] }: PresentedDelivery,
  handledAt: Date | null,
  getName: GetName,
): string {
  const name = getName(adPlatform);
  const last = attempts.at(-1)?.message;
  if (last) return `${name}'s time limit passed before a try succeeded. The last one: ${last}`;
  if (handledAt && handledAt >= sendBefore) return `The claim was verified after ${name}'s time limit.`;
  return `${name}'s time limit passed before the event could be sent.`;
}

function presentAttempt(attempt: PresentedAttempt): AttemptResponse {
  const { request, response } = attempt;
  return {
    ...pick(attempt, ATTEMPT_FACTS),
    at: attempt.at.toISOString(),
    // Lists do not load these columns.
    ...(request === undefined ? {} : { request: request === null ? null : JSON.parse(request), response }),
  };
}
