import { formatDistanceStrict } from "date-fns";
import { type Money, sumByCurrency } from "#app/lib/commission.ts";
import type { AttemptOutcome } from "#app/lib/domain.ts";
import type { EventState } from "#app/lib/event-state.ts";
import { formatAmount } from "#app/lib/money.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { DueBroker } from "#app/lib/statements.ts";
import type { Platform } from "#app/models/platform.server.ts";
import type { Submission } from "#app/models/submission.server.ts";
import { paths } from "#app/paths.ts";
import type { ConnectedAdPlatform } from "#app/schemas/ad-platforms.ts";
import { presentOwedCommission } from "./commission.ts";
import { presentProgress, presentSums } from "./month.ts";

type Facts = {
  waiting: number;
  dueWithin24Hours: number;
  unsentWithin24Hours: number;
  fourWeeks: {
    total: number;
    sent: number;
    failed: number;
    earned: Money[];
    events: Record<EventState, number>;
  };
  sinceVisit: { since: Date; claims: number; accepted: number; refused: number } | null;
  hurrying: Pick<
    Submission,
    "id" | "sendBefore" | "platformName" | "amount" | "currency" | "unlikelyAmount" | "cameInRush"
  >[];
  dueStatements: DueBroker[];
  connections: ConnectedAdPlatform[];
  unconnected: { id: string; name: string }[];
  attempts: AttemptHour[];
  parked: number;
  month: { platforms: Map<string, Parameters<typeof presentProgress>[0]> };
  platforms: Platform[];
  /** Claims whose event has a problem. */
  problems: number;
  /** `brokers` is null of a month with too many claims to add them up here. */
  owed: {
    month: string;
    brokers: (Parameters<typeof presentOwedCommission>[0] & { platform: Platform })[] | null;
  };
};

type AttemptHour = { adPlatform: string; outcome: AttemptOutcome; count: number };

/** The review queue: count, first deadline, and a pin per claim. */
export function presentReviewQueue({
  waiting,
  dueWithin24Hours,
  unsentWithin24Hours,
  hurrying,
  dueStatements,
  connections,
}: Facts) {
  const toCheck = { status: "pending", sort: "sendBefore" };
  const [first] = hurrying;
  return {
    waiting,
    dueWithin24Hours,
    unsentWithin24Hours,
    dueStatements,
    isConnected: connections.length > 0,
    allHref: paths.submissions(toCheck),
    soonHref: paths.submissions({ expiresWithin: "24h", sort: "sendBefore" }),
    first: first?.sendBefore
      ? {
          href: paths.submission({ submissionId: first.id, query: toCheck }),
          sendBefore: first.sendBefore.toISOString(),
          platformName: first.platformName,
          amount: first.amount,
          currency: first.currency,
        }
      : null,
    // An unlikely amount would make all other pins short.
    pins: hurrying.flatMap(({ sendBefore, amount, unlikelyAmount, cameInRush }) =>
      sendBefore
        ? [
            {
              sendBefore: sendBefore.toISOString(),
              amount: amount === null || unlikelyAmount || cameInRush ? null : Number(amount),
            },
          ]
        : [],
    ),
  };
}

/** Events that were not accepted, and whether they still can be. */
const UNACCEPTED = [
  { words: "to retry", event: "retrying" },
  { words: "refused", event: "failed" },
  { words: "too late", event: "expired" },
] as const;

/**
 * The figures of four weeks, each with its base: in the first one, hardly any event is too late yet.
 * @param shown the filters of their claims
 */
export function presentFourWeeks({ fourWeeks, connections }: Facts, shown: Record<string, string>) {
  const { total, sent, failed } = fourWeeks;
  const rows = (filter: Record<string, string> = {}) => paths.submissions({ ...shown, ...filter });
  const [first, ...others] = connections;
  return {
    counts: [
      { label: "Claims", value: formatNumber(total), href: rows() },
      {
        label: first && others.length === 0 ? `Accepted by ${first.name}` : "Accepted",
        value: formatNumber(sent),
        of: `of ${formatNumber(sent + failed)}`,
        href: rows({ event: "sent" }),
      },
    ],
    unaccepted: UNACCEPTED.map(({ words, event }) => ({
      words,
      count: fourWeeks.events[event],
      href: rows({ event }),
    })),
  };
}

/** What happened since the member's last visit; null on the first one. */
export function presentSinceVisit({ sinceVisit, connections }: Facts) {
  if (!sinceVisit) return null;
  const { since, claims, accepted, refused } = sinceVisit;
  const from = since.toISOString();
  const broken = connections.filter(({ status }) => status === "invalid").length;
  const part = (count: number, one: string, many: string, href: string) =>
    count > 0 ? [{ text: `${formatNumber(count)} ${count === 1 ? one : many}`, href }] : [];
  return {
    at: from,
    parts: [
      ...part(claims, "new claim", "new claims", paths.submissions({ from })),
      ...part(accepted, "event accepted", "events accepted", paths.deliveries({ outcome: "accepted", from })),
      ...part(refused, "event refused", "events refused", paths.deliveries({ outcome: "permanent", from })),
      ...part(broken, "connection needs you", "connections need you", paths.integrations()),
    ],
  };
}

/** What a member can do next besides checking claims: what is owed, and what did not arrive. */
export function presentOpenWork({ owed: { month, brokers }, problems, connections }: Facts) {
  const owed = brokers?.map(({ platform, ...sums }) => ({
    name: platform.name,
    owed: presentOwedCommission(sums).owed,
  }));
  const due = owed?.filter((one) => Number(one.owed?.amount ?? 0) > 0);
  return {
    problems,
    // The first of them has the alert above.
    broken: connections
      .filter(({ status }) => status === "invalid")
      .slice(1)
      .map(({ id, name }) => ({ id, name })),
    owed:
      due?.length === 0
        ? null
        : {
            month,
            amounts: due && sumByCurrency(due.flatMap((one) => one.owed ?? [])).map(shown),
            brokers: due?.map(({ name }) => name) ?? [],
          },
  };
}

const shown = ({ amount, currency }: Money): Money => ({ amount: formatAmount(amount, currency), currency });

/** The commission of four weeks, and the platform closest to its next tier in this month. */
export function presentCommissions({ fourWeeks, month, platforms }: Facts, currency: string) {
  const [nearest] = platforms
    .flatMap(({ id, name }) => {
      const progress = month.platforms.get(id);
      const { next, percent } = progress ? presentProgress(progress, currency) : {};
      return next && percent !== undefined ? [{ platform: name, percent, ...next }] : [];
    })
    .sort((a, b) => b.percent - a.percent);
  return {
    earned: presentSums(fourWeeks.earned, currency),
    nearest: nearest ?? null,
  };
}

/** Each ad platform's state in two words and a line, with what the last day brought. */
export function presentConnections({ connections, unconnected, attempts, parked }: Facts, now: Date) {
  const sumCounts = (adPlatform: string, outcomes: AttemptOutcome[]) =>
    attempts.reduce(
      (sum, one) => (one.adPlatform === adPlatform && outcomes.includes(one.outcome) ? sum + one.count : sum),
      0,
    );
  const connected = connections.map(({ id, name, status, testModeText, lastAcceptedAt }) => {
    const [accepted, refused] = [sumCounts(id, ["accepted"]), sumCounts(id, ["parked", "permanent"])];
    const day =
      accepted + refused === 0
        ? null
        : `24 h: ${formatNumber(accepted)} accepted${refused > 0 ? `, ${formatNumber(refused)} refused` : ""}`;
    const base = { id, name, day };
    if (status === "invalid")
      return { ...base, state: "failed" as const, word: "Refused", detail: `${formatNumber(parked)} parked` };
    if (testModeText !== null)
      return { ...base, state: "test" as const, word: "Test mode", detail: testModeText };
    const detail = lastAcceptedAt
      ? `accepted ${formatDistanceStrict(lastAcceptedAt, now, { addSuffix: true })}`
      : "connected";
    return lastAcceptedAt
      ? { ...base, state: "sent" as const, word: "Accepting", detail }
      : { ...base, state: "handled" as const, word: "Ready", detail };
  });
  const others = unconnected.map(({ id, name }) => ({
    id,
    name,
    day: null,
    detail: null,
    state: "off" as const,
    word: "Not connected",
  }));
  return [...connected, ...others];
}

/** Delivery problems as one alert: the fact, then the next step. */
export function presentDeliveryProblems({ connections, parked }: Facts) {
  const broken = connections.find(({ status }) => status === "invalid");
  if (!broken) return null;
  const events = parked === 1 ? "1 event is parked" : `${formatNumber(parked)} events are parked`;
  return {
    fact: broken.lastError ?? `${broken.name} refuses the connection.`,
    consequence: `${events}. We send them once it is connected again.`,
  };
}
