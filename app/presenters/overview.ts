import { formatDistanceStrict } from "date-fns";
import type { Money } from "#app/lib/commission.ts";
import { monthName } from "#app/lib/format-date.ts";
import type { Platform } from "#app/models/platform.server.ts";
import type { Submission } from "#app/models/submission.server.ts";
import { paths } from "#app/paths.ts";
import type { ConnectedAdPlatform } from "#app/schemas/ad-platforms.ts";
import { presentProgress, presentSums } from "./month.ts";

type Facts = {
  range: { from: string; to: string };
  waiting: number;
  dueWithin24Hours: number;
  week: { claims: number; sent: number; failed: number };
  hurrying: Submission[];
  connections: ConnectedAdPlatform[];
  parked: number;
  month: { month: string; earned: Money[]; platforms: Map<string, Parameters<typeof presentProgress>[0]> };
  platforms: Platform[];
};

/** The review queue: count, first deadline, and a pin per claim. */
export function presentReviewQueue({ waiting, dueWithin24Hours, hurrying }: Facts) {
  const toCheck = { status: "pending", sort: "sendBefore" };
  const [first] = hurrying;
  return {
    waiting,
    dueWithin24Hours,
    allHref: paths.submissions(toCheck),
    first: first?.sendBefore
      ? {
          href: paths.submission({ submissionId: first.id, query: toCheck }),
          sendBefore: first.sendBefore.toISOString(),
          platformName: first.platformName,
          amount: first.amount,
          currency: first.currency,
        }
      : null,
    pins: hurrying.flatMap(({ sendBefore, amount }) =>
      sendBefore
        ? [{ sendBefore: sendBefore.toISOString(), amount: amount === null ? null : Number(amount) }]
        : [],
    ),
  };
}

/**
 * Three figures of the last seven days, each with its base. The primary ad platform decides the event
 * status.
 */
export function presentFigures({ range, week }: Facts, primaryAdPlatform: string) {
  const number = (value: number) => value.toLocaleString("en-US");
  const rows = (filter: Record<string, string> = {}) => paths.submissions({ ...range, ...filter });
  return [
    { label: "Claims in 7 days", value: number(week.claims), href: rows() },
    {
      label: `Accepted by ${primaryAdPlatform}`,
      value: number(week.sent),
      of: `of ${number(week.sent + week.failed)}`,
      href: rows({ eventStatus: "sent" }),
    },
    {
      label: "Not accepted",
      value: number(week.failed),
      href: rows({ eventStatus: "failed" }),
      ...(week.failed > 0 ? { detail: "to retry, refused or too late", tone: "alarm" as const } : {}),
    },
  ];
}

/** The month's commission, and the platform closest to its next tier. */
export function presentCommissions({ month, platforms }: Facts, currency: string) {
  const [nearest] = platforms
    .flatMap(({ id, name }) => {
      const progress = month.platforms.get(id);
      const { next, percent } = progress ? presentProgress(progress, currency) : {};
      return next && percent !== undefined ? [{ platform: name, percent, ...next }] : [];
    })
    .sort((a, b) => b.percent - a.percent);
  return {
    month: monthName(month.month),
    earned: presentSums(month.earned, currency),
    nearest: nearest ?? null,
  };
}

/** Each connection's state in two words and a line. */
export function presentConnections({ connections, parked }: Facts, now: Date) {
  return connections.map(({ name, status, testModeText, lastAcceptedAt }) => {
    if (status === "invalid")
      return {
        name,
        state: "failed" as const,
        word: "Refused",
        detail: `${parked.toLocaleString("en-US")} parked`,
      };
    if (testModeText !== null)
      return { name, state: "test" as const, word: "Test mode", detail: testModeText };
    const detail = lastAcceptedAt
      ? `accepted ${formatDistanceStrict(lastAcceptedAt, now, { addSuffix: true })}`
      : "connected";
    return { name, state: "sent" as const, word: "Accepting", detail };
  });
}

/** Delivery problems as one alert: the fact, then the next step. */
export function presentDeliveryProblems({ connections, parked }: Facts) {
  const broken = connections.find(({ status }) => status === "invalid");
  if (!broken) return null;
  const events = parked === 1 ? "1 event is parked" : `${parked.toLocaleString("en-US")} events are parked`;
  return {
    fact: broken.lastError ?? `${broken.name} refuses the connection.`,
    consequence: `${events}. We send them once it is connected again.`,
  };
}
