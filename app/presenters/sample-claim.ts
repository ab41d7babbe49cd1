import { AD_COOKIES, AD_IDS, byParameter } from "#app/lib/ad-platforms.ts";
import { DAY, MINUTE } from "#app/lib/dates.ts";
import type { AttemptOutcome } from "#app/lib/domain.ts";
import { toEventState } from "#app/lib/event-state.ts";
import { getKeys } from "#app/lib/objects.ts";
import type { SampleClaim } from "#app/lib/sample-claims.ts";
import { paths } from "#app/paths.ts";
import type { SampleDecision } from "#app/schemas/samples.ts";
import type { AttemptResponse, DeliveryResponse, SubmissionResponse } from "#app/schemas/submissions.ts";

type Presented = {
  claim: SampleClaim;
  decision: SampleDecision | undefined;
  currency: string;
  /** The ad platform that the sample's event went to. */
  adPlatform: { id: string; name: string };
};

const STATUSES = {
  pending: "pending",
  sent: "handled",
  failed: "handled",
  expired: "handled",
  rejected: "rejected",
} as const;

const none = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;

/** A made-up claim in the shape of a real one, as somebody has decided it. */
export function presentSample({ claim, decision, currency, adPlatform }: Presented): SubmissionResponse {
  const { id, createdAt, sendBefore, state } = claim;
  const status = decision?.status ?? STATUSES[state];
  const amount = (status === "handled" ? decision?.amount : undefined) ?? claim.amount;
  const checkedAt = new Date(Date.parse(createdAt) + 40 * MINUTE).toISOString();
  const lateAt = new Date(Date.parse(sendBefore) + MINUTE).toISOString();
  const ownAt = state === "pending" ? null : state === "expired" ? lateAt : checkedAt;
  const handledAt = decision ? (status === "pending" ? null : decision.at) : ownAt;
  const isRejected = status === "rejected";
  const deliveries = decision ? [] : presentDeliveries(claim, adPlatform, checkedAt);
  return {
    _id: id,
    formId: "",
    language: "en" as const,
    status,
    eventStatus: null,
    eventState: status === "handled" ? toEventState(deliveries) : null,
    action: "deposit",
    formData: {
      email: claim.email,
      phone: claim.phone,
      platform: { id: claim.broker, name: claim.broker },
      deviceId: null,
      facebookPixelId: null,
      reference: claim.account,
      amount,
      currency: decision?.currency ?? currency,
    },
    unlikelyAmount: false,
    cameInRush: false,
    brokerSays: null,
    correction: null,
    attribution: {
      channel: null,
      source: claim.source,
      pageUrl: null,
      referrer: null,
      ip: null,
      userAgent: null,
      ...byParameter(() => null),
      ...none(getKeys(AD_COOKIES)),
      clickSeenAt: null,
      utm: none(["source", "medium", "campaign", "term", "content"]),
      ...none(["medium", "content", "term", ...getKeys(AD_IDS), "link"]),
      first: null,
      consentText: "I agree that my confirmation may be shared with ad platforms.",
      consentVersion: 1,
      consentAt: createdAt,
    },
    createdAt,
    updatedAt: handledAt ?? createdAt,
    handledAt,
    reason: isRejected ? (decision?.reason ?? "not_found") : null,
    reasonText: (isRejected && decision?.reasonText) || null,
    showReason: isRejected && decision?.showReason === true,
    note: decision?.note ?? null,
    evidence: null,
    reversals: [],
    referenceChangedAt: null,
    withdrawnAt: null,
    sharingEndedAt: null,
    erasedAt: null,
    sendBefore,
    deliveries,
  };
}

const OUTCOMES = {
  sent: { outcome: "accepted", message: null },
  failed: { outcome: "permanent", message: "The ad platform refused the event." },
} as const satisfies Record<string, { outcome: AttemptOutcome; message: string | null }>;

/** What became of the event of a sample that was decided from the start. */
function presentDeliveries(
  { id, state, sendBefore }: SampleClaim,
  adPlatform: Presented["adPlatform"],
  at: string,
): DeliveryResponse[] {
  if (state === "pending" || state === "rejected") return [];
  const attempts: AttemptResponse[] =
    state === "expired"
      ? []
      : [
          {
            ...OUTCOMES[state],
            number: 1,
            at,
            durationMs: 210,
            httpStatus: state === "sent" ? 200 : 400,
            platformCode: null,
            remedy: null,
            traceId: null,
          },
        ];
  return [
    {
      id: `${id}-event`,
      platform: adPlatform.id,
      platformName: adPlatform.name,
      eventId: id,
      state,
      nextAttemptAt: null,
      sendBefore,
      attempts,
      reason: state === "expired" ? `The claim was verified after ${adPlatform.name}'s time limit.` : null,
    },
  ];
}

/** The overview's queue, with samples in place of claims. */
export function presentSampleQueue(samples: SubmissionResponse[], now: Date) {
  const waiting = samples
    .flatMap(({ _id, status, sendBefore, formData: { amount, currency, platform } }) =>
      status === "pending" && sendBefore !== null
        ? [{ id: _id, sendBefore, amount, currency, platformName: platform.name }]
        : [],
    )
    .sort((a, b) => (a.sendBefore < b.sendBefore ? -1 : 1));
  const soon = waiting.filter(({ sendBefore }) => Date.parse(sendBefore) - now.getTime() < DAY);
  const [first] = waiting;
  return {
    waiting: waiting.length,
    dueWithin24Hours: soon.length,
    unsentWithin24Hours: 0,
    dueStatements: [],
    isConnected: true,
    allHref: paths.samples(),
    soonHref: paths.samples({ sort: "sendBefore" }),
    first: first ? { ...first, href: paths.samples({ open: first.id }) } : null,
    pins: waiting.map(({ sendBefore, amount }) => ({ sendBefore, amount: Number(amount) })),
  };
}
