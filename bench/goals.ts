/** What one part of the bench measured in a round. */
export type Result = {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of a call in the server's process; null where it cannot be read. */
  serverMicroseconds: number | null;
  /** In the database's process. */
  databaseMicroseconds: number | null;
};

/** All rounds of each part. */
export type Results = Map<string, Result[]>;

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

type Goal = {
  what: string;
  /** The smaller the better. */
  value: number | null;
  /** The command fails above it. */
  must?: number;
  aim?: number;
};

/** What grouped writes cost of single ones. */
const GROUPED = { min: 0.12, max: 0.3 };

const isMet = ({ value }: Goal, limit: number) => value === null || value <= limit;

/** Compares ratios within this run with their goals. Machines are too noisy to compare anything else. */
export function judge(results: Results, memoryMb: number | null): { lines: string[]; isWell: boolean } {
  /** By processor time, or where that is unknown by the time that a request takes of a busy server. */
  const cost = ({ serverMicroseconds, databaseMicroseconds, perSecond }: Result) =>
    serverMicroseconds === null || databaseMicroseconds === null
      ? 1e6 / perSecond
      : serverMicroseconds + databaseMicroseconds;
  /** Of each round, because what else the machine does changes from one to the next. */
  const over = (name: string, reference: string, figure = cost) => {
    const references = results.get(reference) ?? [];
    const ratios = (results.get(name) ?? []).map(
      (result, round) => figure(result) / figure(references[round] as Result),
    );
    return median(ratios);
  };
  const p99Over = (name: string, reference: string) => over(name, reference, ({ p99Ms }) => p99Ms);

  const groupedOverFastify = over("submit, grouped node:http", "submit, fastify + mysql2");
  const isReferenceWell = groupedOverFastify >= GROUPED.min && groupedOverFastify <= GROUPED.max;
  const goals: Goal[] = [
    { what: "submit over grouped node:http", value: over("submit", "submit, grouped node:http"), aim: 2.5 },
    { what: "submit over fastify", value: over("submit", "submit, fastify + mysql2"), aim: 0.6 },
    {
      what: "submit's p99 over fastify's",
      value: p99Over("submit", "submit, fastify + mysql2"),
      must: 1,
    },
    {
      what: "page with cookies over prepared bytes",
      value: over("page, with cookies", "page, prepared bytes"),
      aim: 1.6,
    },
    {
      what: "page of a new visitor over prepared bytes",
      value: over("page, new visitor", "page, prepared bytes"),
      aim: 1.8,
    },
    {
      what: "link to a broker over page with cookies",
      value: over("page, link to a broker", "page, with cookies"),
      must: 1 / 0.3,
    },
    { what: "same submission again over submit", value: over("submit, again", "submit"), must: 1 },
    { what: "duplicate over submit", value: over("submit, duplicate", "submit"), must: 1 },
    { what: "bad body over submit", value: over("submit, bad body", "submit"), must: 1 },
    { what: "refused submit over submit", value: over("submit, over the limit", "submit"), must: 1 / 3 },
    { what: "resident MB after a minute", value: memoryMb, must: 220 },
    { what: "page over Remix alone", value: over("page, with cookies", "page, Remix alone"), aim: 0.05 },
    {
      what: "list over fastify + mysql2",
      value: over("list, signed in", "list, fastify + mysql2"),
      aim: 2.5,
    },
    {
      what: "list over a nearly empty page",
      value: over("document, list", "document, nearly empty"),
      aim: 2,
    },
    {
      what: "overview over a nearly empty page",
      value: over("document, overview", "document, nearly empty"),
      aim: 2,
    },
    {
      what: "nearly empty page over renderToString",
      value: over("document, nearly empty", "page, renderToString"),
    },
    { what: "call, signed in over nobody", value: over("call, signed in", "call, by nobody"), aim: 2 },
  ];
  const musts = goals.map((goal) => goal.must === undefined || isMet(goal, goal.must));
  const lines = goals.map((goal) => {
    const of = (name: string, limit: number | undefined) =>
      limit === undefined
        ? ""
        : `  ${name} ${Number(limit.toFixed(2))} ${isMet(goal, limit) ? "met" : "MISSED"}`;
    const value = goal.value === null ? "unknown" : goal.value.toFixed(2);
    return goal.what.padEnd(48) + value.padStart(8) + of("must", goal.must) + of("aim", goal.aim);
  });
  lines.push(
    `grouped node:http over fastify: ${groupedOverFastify.toFixed(2)}${
      isReferenceWell
        ? ""
        : `. The REFERENCE IS WRONG: it lies between ${GROUPED.min} and ${GROUPED.max} on a machine fit to measure`
    }`,
  );
  return { lines, isWell: isReferenceWell && musts.every(Boolean) };
}

/** What the calls of an owner with many claims took, in ms. */
export type CallTimes = Map<string, { p50: number; p95: number }>;

/**
 * Each call's median over that of a read by primary key in the same run, recorded with 200,000 claims on a
 * quiet machine.
 */
const SCALE_RATIOS: Record<string, number> = {
  "first page": 8.2,
  "page 1,000": 10,
  "page 50,000": 10,
  pending: 5.5,
  "not accepted": 8.4,
  "one broker": 6.5,
  "one source": 7.1,
  "one campaign": 6.5,
  "one country": 8.5,
  "one hour": 7.7,
  "a month": 5.2,
  "events that expired": 4.9,
  "events that wait": 0.9,
  "expiring, by time left": 4,
  "by amount": 7.1,
  "email's beginning": 2.3,
  "counts beside the views": 5.1,
  "statistics, 28days": 11,
  "statistics, 12months": 34,
};

/** As above, with 1,000,000 claims beside much other work: at most these. */
const MONEY_RATIOS: Record<string, number> = {
  "28days, by source, day of the claim": 58,
  "28days, by campaign, day of the claim": 87,
  "28days, by adSet, day of the claim": 74,
  "28days, by ad, day of the claim": 99,
  "28days, by country, day of the claim": 3.5,
  "28days, by form, day of the claim": 3.9,
  "28days, by platform, day of the claim": 3.5,
  "28days, by day, day of the claim": 5.4,
};
const TOLERANCE = 2;
const SCALE_MS = 20;
/** Of a breakdown with its previous period. */
const MONEY_MS: Record<string, number> = { "28days": 20, "12months": 50 };

const judgeCalls = (
  results: CallTimes,
  recordedRatios: Record<string, number>,
  goalOf: (name: string) => number,
): { lines: string[]; isWell: boolean } => {
  const reference = results.get("a read by primary key")?.p50 ?? 1;
  let isWell = true;
  const lines = [...results].map(([name, { p50, p95 }]) => {
    const recorded = recordedRatios[name];
    const ratio = p50 / reference;
    const isMet = recorded === undefined || ratio <= recorded * TOLERANCE;
    isWell &&= isMet;
    const judged =
      recorded === undefined ? "" : `  recorded ${String(recorded).padStart(3)} ${isMet ? "met" : "MISSED"}`;
    const goalMs = goalOf(name);
    const goal = `p95 ${goalMs} ms ${p95 <= goalMs ? "met" : "missed"}`;
    return `${name.padEnd(48)}${ratio.toFixed(1).padStart(8)}${judged.padEnd(22)}  ${goal}`;
  });
  return { lines, isWell };
};

/** Fails by the recorded ratios, and says which calls miss their goal in ms, which depends on the machine. */
export const judgeScale = (results: CallTimes) => judgeCalls(results, SCALE_RATIOS, () => SCALE_MS);

/** The same for breakdowns of money, whose name begins with their period. */
export const judgeMoney = (results: CallTimes) =>
  judgeCalls(results, MONEY_RATIOS, (name) => MONEY_MS[name.split(",")[0] ?? ""] ?? SCALE_MS);
