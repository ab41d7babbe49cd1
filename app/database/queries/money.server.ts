import { QueryTypes, type Transaction } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { asNumber, escapeValue, exactly, exactSum, onConflictIgnore } from "#app/database/dialect.server.ts";
import { CLICK_IDS_BY_PLATFORM } from "#app/lib/ad-platforms.ts";
import { type Days, listPeriods } from "#app/lib/periods.ts";
import { truthStates } from "#app/lib/truth.ts";
import { truthState } from "./totals.server.ts";

const select = <T extends object>(
  sql: string,
  replacements: Record<string, unknown> = {},
  transaction?: Transaction,
): Promise<T[]> =>
  sequelize.query<T>(sql, {
    type: QueryTypes.SELECT,
    replacements,
    ...(transaction ? { transaction } : {}),
  });
const run = (sql: string, replacements: Record<string, unknown>, transaction: Transaction) =>
  sequelize.query(sql, { replacements, transaction, raw: true });

/** The ad platforms by the click ids of `CLICK_IDS_BY_PLATFORM`. */
const CLICK_PLATFORMS = ["meta", "tiktok", "snapchat", "google"] as const;
/** SQL: the ad platform whose click id a claim of a table has, or an empty text. */
export const clickPlatformOf = (table: string): string =>
  `CASE ${CLICK_IDS_BY_PLATFORM.map(
    (columns, index) =>
      `WHEN ${columns.map((column) => `${table}.${column} IS NOT NULL`).join(" OR ")} THEN '${CLICK_PLATFORMS[index]}'`,
  ).join(" ")} ELSE '' END`;

/** The columns of the claims that each ad platform accepted. */
export const ACCEPTED_BY = {
  meta: "acceptedByMeta",
  tiktok: "acceptedByTiktok",
  snapchat: "acceptedBySnapchat",
  google: "acceptedByGoogle",
} as const satisfies Record<(typeof CLICK_PLATFORMS)[number], string>;
const ACCEPTING = Object.entries(ACCEPTED_BY);
/** SQL: which ad platforms accepted a claim's event, a bit for each in the order of `ACCEPTED_BY`. */
const acceptedBy = ACCEPTING.map(([id], bit) => {
  const has = (state: string) =>
    `CONCAT(' ', s.deliveryStates, ' ') LIKE ${escapeValue(`% ${id}:${state} %`)}`;
  return `CASE WHEN ${has("sent")} OR ${has("confirmed")} THEN ${2 ** bit} ELSE 0 END`;
}).join(" + ");

const isIn = (states: readonly string[]) => `truthState IN (${states.map(escapeValue).join(", ")})`;
/** What a verified claim is worth, or a waiting one as its visitor says. */
const worth = (suffix: "Amount" | "Currency", own: "amount" | "currency") =>
  `CASE WHEN ${isIn(truthStates.verified)} AND correctedAmount IS NOT NULL THEN corrected${suffix}
     WHEN ${isIn(truthStates.verified)} AND verifiedAmount IS NOT NULL THEN verified${suffix}
     WHEN ${isIn([...truthStates.verified, ...truthStates.waiting])} AND unlikelyAmount = 0 AND cameInRush = 0 THEN ${own} END`;

const GROUPED = [
  ...(["source", "campaign", "campaignId", "adSetId", "adId", "clickPlatform"] as const),
  ...(["country", "formId", "platformId", "truthState", "clickDay"] as const),
  ...(["isAccepted", "acceptedBy"] as const),
  ...(["currency", "earnedCurrency", "isUnearned"] as const),
];

/** Claims of a day that are alike but for their amounts. */
export type AlikeClaims = Record<
  | ("source" | "campaign" | "campaignId" | "adSetId" | "adId" | "clickPlatform")
  | ("country" | "formId" | "platformId" | "truthState" | "clickDay"),
  string
> & {
  isAccepted: number | boolean;
  /** A bit for each of `ACCEPTED_BY`. */
  acceptedBy: number | string;
  /** Whether a verified claim's commission is not known: its broker had none, or there was no exchange rate. */
  isUnearned: number | boolean;
  /** Of `amount`; null without one. */
  currency: string | null;
  amount: string | null;
  earnedCurrency: string | null;
  earned: string | null;
  count: number | string;
};

/** When a day begins. */
export type DayStart = { day: string; at: Date };

/**
 * The claims of a workspace's day with what they are worth and earned.
 * @param clickDays the days of ad clicks that are told apart, the latest first; others count on the claim's day
 */
export function readClaimsOfDay(
  place: { workspaceId: string; day: string },
  { from, before }: { from: Date; before: Date },
  clickDays: DayStart[],
): Promise<AlikeClaims[]> {
  const clicked = clickDays
    .map(({ day, at }) => `WHEN s.clickSeenAt >= ${escapeValue(at)} THEN ${escapeValue(day)}`)
    .join(" ");
  const columns = [
    ...["source", "campaign", "country"].map((name) => `COALESCE(${exactly(`s.${name}`)}, '') AS ${name}`),
    ...["campaignId", "adSetId", "adId"].map((name) => `COALESCE(${exactly(`s.${name}`)}, '') AS ${name}`),
    `${clickPlatformOf("s")} AS clickPlatform`,
    ...["formId", "platformId"].map((name) => `s.${name}`),
    `${truthState} AS truthState`,
    "CASE WHEN s.status = 'handled' AND s.eventState = 'sent' THEN 1 ELSE 0 END AS isAccepted",
    `CASE WHEN s.status = 'handled' THEN ${acceptedBy} ELSE 0 END AS acceptedBy`,
    `CASE ${clicked} ELSE s.day END AS clickDay`,
    ...["correctedAmount", "correctedCurrency", "verifiedAmount", "verifiedCurrency"].map(
      (name) => `s.${name}`,
    ),
    "s.unlikelyAmount",
    "s.cameInRush",
    "s.amount",
    "s.currency",
    "c.earned",
    "c.tierCurrency",
    // No tier applies to an amount with a rate: it earns nothing.
    "CASE WHEN c.submissionId IS NOT NULL AND c.earned IS NULL AND (c.tierCurrency IS NULL OR c.rate IS NULL) THEN 1 ELSE 0 END AS hasNoTerms",
  ];
  const values = ["amount", "currency"] as const;
  const [amount, currency] = [worth("Amount", values[0]), worth("Currency", values[1])];
  return select<AlikeClaims>(
    `SELECT ${GROUPED.join(", ")}, COUNT(*) AS \`count\`, ${exactSum("amount")} AS amount, ${exactSum("earned")} AS earned FROM (
       SELECT ${GROUPED.slice(0, -3).join(", ")}, ${amount} AS amount, ${currency} AS currency,
         CASE WHEN ${isIn(truthStates.verified)} THEN hasNoTerms ELSE 0 END AS isUnearned,
         earned, CASE WHEN earned IS NOT NULL THEN tierCurrency END AS earnedCurrency FROM (
         SELECT ${columns.join(", ")} FROM submissions s LEFT JOIN commissions c ON c.submissionId = s.id
         WHERE s.workspaceId = :workspaceId AND s.createdAt >= ${escapeValue(from)} AND s.createdAt < ${escapeValue(before)}
           AND s.day = :day
       ) AS claims
     ) AS worth GROUP BY ${GROUPED.join(", ")}`,
    place,
  );
}

/** The spend of a day on one ad, or by hand for one source, in one currency. */
export type SpendOfDay = {
  adPlatform: string;
  campaignRef: string | null;
  adSetRef: string | null;
  adRef: string | null;
  source: string | null;
  currency: string;
  amount: string;
  impressions: number | string | null;
  clicks: number | string | null;
  conversions: string | null;
  count: number | string;
};

export function readSpendOfDay(place: { workspaceId: string; day: string }): Promise<SpendOfDay[]> {
  const keys = `adPlatform, campaignRef, adSetRef, adRef, ${exactly("source")}, currency`;
  return select(
    `SELECT adPlatform, campaignRef, adSetRef, adRef, ${exactly("source")} AS source, currency, COUNT(*) AS \`count\`,
       ${exactSum("amount")} AS amount, SUM(impressions) AS impressions, SUM(clicks) AS clicks, ${exactSum("conversions")} AS conversions
     FROM spendRows WHERE workspaceId = :workspaceId AND day = :day GROUP BY ${keys}`,
    place,
  );
}

type Table = {
  name: string;
  keys: readonly string[];
  counts: readonly string[];
  /** Decimals with four digits. */
  sums: readonly string[];
  /** Where the rows of a day are. */
  ofDay: string;
  hasClaimDay: boolean;
};
export const CLAIM_MONEY = {
  name: "claimMoney",
  keys: ["basis", "kind", "period", "value"],
  counts: [
    ...(["claims", "decided", "verified", "confirmed", "waiting", "accepted"] as const),
    ...(["acceptedByMeta", "acceptedByTiktok", "acceptedBySnapchat", "acceptedByGoogle"] as const),
    ...(["unconverted", "unknownValue", "unknownWaitingValue", "unknownCommission"] as const),
  ],
  sums: ["amount", "waitingAmount", "commission"],
  ofDay: "claimDay = :day",
  hasClaimDay: true,
} as const satisfies Table;
export const SPEND_MONEY = {
  name: "spendMoney",
  keys: ["kind", "period", "value"],
  counts: ["impressions", "clicks", "unconverted"],
  sums: ["spend", "conversions"],
  ofDay: "kind IN ('campaign', 'adSet', 'ad', 'source', 'day') AND period = :day",
  hasClaimDay: false,
} as const satisfies Table;
export type CountedMoney = typeof CLAIM_MONEY | typeof SPEND_MONEY;

type Place = { workspaceId: string; day: string };
/** `2026-11` */
type Month = { workspaceId: string; month: string };
export type StoredMoney = Record<string, string | number | null>;

const listColumns = ({ keys, counts, sums }: Table) => [...keys, ...counts, ...sums];

/** The rows that a day's claims or spend have made. */
export const readRowsOfDay = (
  table: CountedMoney,
  place: Place,
  transaction?: Transaction,
): Promise<StoredMoney[]> =>
  select(
    `SELECT ${listColumns(table).join(", ")} FROM ${table.name} WHERE workspaceId = :workspaceId AND ${table.ofDay}`,
    place,
    transaction,
  );

/** How many rows one statement has. */
const CHUNK = 400;

const inChunks = async <T>(rows: T[], write: (chunk: T[]) => Promise<unknown>): Promise<void> => {
  for (let at = 0; at < rows.length; at += CHUNK) await write(rows.slice(at, at + CHUNK));
};

/** Replaces some of a day's rows, and adds up their periods again. */
export async function replaceRowsOfDay(
  table: CountedMoney,
  { workspaceId, day }: Place,
  { gone, added }: { gone: StoredMoney[]; added: StoredMoney[] },
  transaction: Transaction,
): Promise<void> {
  const { hasClaimDay } = table;
  const toKey = (row: StoredMoney) => `(${table.keys.map((key) => escapeValue(row[key])).join(", ")})`;
  await inChunks(gone, (rows) =>
    run(
      `DELETE FROM ${table.name} WHERE workspaceId = :workspaceId AND ${table.ofDay} AND (${table.keys.join(", ")}) IN (${isValues(rows.map(toKey))})`,
      { workspaceId, day },
      transaction,
    ),
  );
  const columns = listColumns(table);
  await inChunks(added, (rows) =>
    run(
      `INSERT INTO ${table.name} (workspaceId, ${columns.join(", ")}${hasClaimDay ? ", claimDay" : ""}) VALUES ${rows
        .map(
          (row) =>
            `(${[workspaceId, ...columns.map((name) => row[name]), ...(hasClaimDay ? [day] : [])].map(escapeValue).join(", ")})`,
        )
        .join(", ")}`,
      {},
      transaction,
    ),
  );
  await addUpPeriods(table, workspaceId, [...gone, ...added], transaction);
}

/** SQLite takes a list of rows in IN only as VALUES. */
const isValues = (rows: string[]) =>
  sequelize.getDialect() === "sqlite" ? `VALUES ${rows.join(", ")}` : rows.join(", ");

/** How long the periods are that days add up to, and what each is added up from: tens, and of these months. */
const LEVELS = [
  { length: 9, from: 10 },
  { length: 7, from: 9 },
] as const;

/** Adds up the tens and then the months of some rows again, for their values. */
async function addUpPeriods(
  table: CountedMoney,
  workspaceId: string,
  rows: StoredMoney[],
  transaction: Transaction,
): Promise<void> {
  for (const level of LEVELS) {
    const own = rows.filter(({ period }) => String(period).length >= level.length);
    await addUpLevel(table, level, { workspaceId, rows: own }, transaction);
  }
}

async function addUpLevel(
  table: CountedMoney,
  { length, from }: (typeof LEVELS)[number],
  { workspaceId, rows }: { workspaceId: string; rows: StoredMoney[] },
  transaction: Transaction,
): Promise<void> {
  const groups = new Map<string, { keys: Record<string, string>; values: Set<string> }>();
  const others = table.keys.filter((key) => key !== "period" && key !== "value");
  for (const row of rows) {
    const period = String(row.period).slice(0, length);
    const id = [period, ...others.map((key) => row[key])].join(" ");
    const keys = Object.fromEntries(others.map((key) => [key, String(row[key])]));
    const group = groups.get(id) ?? { keys: { ...keys, period }, values: new Set() };
    group.values.add(String(row.value));
    groups.set(id, group);
  }
  const { hasClaimDay } = table;
  const place = `workspaceId = :workspaceId AND ${others.map((key) => `${key} = :${key}`).join(" AND ")}`;
  const added = [
    ...table.counts.map((name) => `SUM(${name})`),
    ...table.sums.map((name) => exactSum(name)),
  ].join(", ");
  for (const { keys, values } of groups.values())
    await inChunks([...values].sort(), async (chunk) => {
      const replacements = { workspaceId, ...keys, last: `${keys.period}~` };
      const isOfChunk = `value IN (${chunk.map(escapeValue).join(", ")})`;
      await run(
        `DELETE FROM ${table.name} WHERE ${place} AND period = :period AND ${isOfChunk}`,
        replacements,
        transaction,
      );
      await run(
        `INSERT INTO ${table.name} (workspaceId, ${others.join(", ")}, period, value${hasClaimDay ? ", claimDay" : ""}, ${[...table.counts, ...table.sums].join(", ")})
         SELECT workspaceId, ${others.join(", ")}, :period, value${hasClaimDay ? ", ''" : ""}, ${added} FROM ${table.name}
         WHERE ${place} AND period BETWEEN :period AND :last AND LENGTH(period) = ${from} AND ${isOfChunk} GROUP BY workspaceId, ${others.join(", ")}, value`,
        replacements,
        transaction,
      );
    });
}

export const ORIGIN_KEYS = ["source", "campaign", "campaignId", "adSetId", "adId", "clickPlatform"] as const;
export type Origin = Record<(typeof ORIGIN_KEYS)[number], string>;

/** Adds where claims come from, unless it is there. */
export function addOrigins(
  workspaceId: string,
  origins: (Origin & { id: string })[],
  transaction: Transaction,
): Promise<void> {
  return inChunks(origins, (rows) =>
    run(
      `INSERT INTO claimOrigins (workspaceId, id, ${ORIGIN_KEYS.join(", ")}) VALUES ${rows
        .map(
          (row) =>
            `(${[workspaceId, row.id, ...ORIGIN_KEYS.map((key) => row[key])].map(escapeValue).join(", ")})`,
        )
        .join(", ")} ${onConflictIgnore}`,
      {},
      transaction,
    ),
  );
}

/** What the rows of a group add up to, as the database gives it. */
type Sums<Name extends string> = { value: string } & Record<Name, string | number | null>;
type SumsOf<T extends CountedMoney> = Sums<T["counts"][number] | T["sums"][number]>;
export type ClaimSums = SumsOf<typeof CLAIM_MONEY>;
export type SpendSums = SumsOf<typeof SPEND_MONEY>;

/** Adds up the rows of a kind in some days, by the fewest periods that have them all. */
function selectSums(
  table: CountedMoney,
  { days, kind, by }: { days: Days; kind: string; by: "value" | "period" },
  condition: string,
  having = "",
): string {
  const sums = [
    ...table.counts.map((name) => `SUM(${name}) AS ${name}`),
    ...table.sums.map((name) => `${exactSum(name)} AS ${name}`),
  ];
  const isInDays =
    by === "period"
      ? `period BETWEEN ${escapeValue(days.from)} AND ${escapeValue(days.to)} AND LENGTH(period) = 10`
      : `period IN (${listPeriods(days).map(escapeValue).join(", ")})`;
  return `SELECT ${by} AS value, ${sums.join(", ")} FROM ${table.name}
    WHERE ${condition} AND kind = ${escapeValue(kind)} AND ${isInDays} GROUP BY ${by}${having}`;
}

type Range = { workspaceId: string; days: Days; by?: "value" | "period" };

const selectClaimSums = (kind: string, { days, by = "value" }: Omit<Range, "workspaceId">) =>
  selectSums(
    CLAIM_MONEY,
    { days, kind, by },
    "workspaceId = :workspaceId AND basis = :basis",
    " HAVING SUM(claims) > 0",
  );

/** The money of claims by the values of a kind, or by day. */
export const claimMoneyBy = (
  kind: "country" | "form" | "platform",
  { workspaceId, days, by = "value", basis }: Range & { basis: "claim" | "click" },
): Promise<ClaimSums[]> => select(selectClaimSums(kind, { days, by }), { workspaceId, basis });

export const spendMoneyBy = (
  kind: "campaign" | "adSet" | "ad" | "day",
  { workspaceId, days, by = "value" }: Range,
): Promise<SpendSums[]> =>
  select(selectSums(SPEND_MONEY, { days, kind, by }, "workspaceId = :workspaceId"), { workspaceId });

const withOrigin = (sums: string) =>
  `SELECT sums.*, ${ORIGIN_KEYS.map((key) => `COALESCE(o.${key}, '') AS ${key}`).join(", ")} FROM (${sums}) AS sums
   LEFT JOIN claimOrigins o ON o.workspaceId = :workspaceId AND o.id = sums.value`;

/** The money of claims by where they come from. */
export const claimMoneyByOrigin = ({
  workspaceId,
  days,
  basis,
}: Range & { basis: "claim" | "click" }): Promise<(ClaimSums & Origin)[]> =>
  select(withOrigin(selectClaimSums("origin", { days })), { workspaceId, basis });

/** Amounts by hand, by their source. */
export const spendMoneyBySource = ({ workspaceId, days }: Range): Promise<(SpendSums & Origin)[]> =>
  select(
    withOrigin(selectSums(SPEND_MONEY, { days, kind: "source", by: "value" }, "workspaceId = :workspaceId")),
    { workspaceId },
  );

/** Where the claims of a workspace come from, or those of some days that are added up. */
export function readOrigins(workspaceId: string, days: Days | null): Promise<(Origin & { id: string })[]> {
  const ofDays = days
    ? ` AND id IN (SELECT value FROM (${selectClaimSums("origin", { days })}) AS sums)`
    : "";
  return select(
    `SELECT id, ${ORIGIN_KEYS.join(", ")} FROM claimOrigins WHERE workspaceId = :workspaceId${ofDays}`,
    { workspaceId, basis: "claim" },
  );
}

/**
 * The days without a mark whose money does not add up: claims as the totals count them, for each kind and basis;
 * what ad platforms count, as the rows of spend say; and months as their days say. Amounts are compared by the
 * months only, because converting them again takes all claims.
 */
export async function differingMoney(): Promise<{ days: Place[]; months: Month[] }> {
  const isUnmarked = (day: string) =>
    `NOT EXISTS (SELECT 1 FROM dayMarks m WHERE m.workspaceId = sides.workspaceId AND m.day = ${day})`;
  const isOfDay = "LENGTH(period) = 10";
  const differing = (sides: string[], names: readonly string[]) =>
    `SELECT DISTINCT workspaceId, day FROM (
       SELECT workspaceId, day FROM (${sides.join(" UNION ALL ")}) AS sides WHERE ${isUnmarked("day")}
       GROUP BY workspaceId, day HAVING ${names.map((name) => `SUM(${name}) <> 0`).join(" OR ")}
     ) AS found`;
  const found: Place[][] = [];
  const counts = ["claims", "decided", "verified", "confirmed", "waiting", "accepted"] as const;
  const counted = (filter: keyof typeof truthStates) =>
    `CASE WHEN ${isIn(truthStates[filter])} THEN \`count\` ELSE 0 END AS ${filter}`;
  const totals = `SELECT workspaceId, day, \`count\` AS claims, ${(
    ["decided", "verified", "confirmed", "waiting"] as const
  )
    .map(counted)
    .join(
      ", ",
    )}, CASE WHEN status = 'handled' AND eventState = 'sent' THEN \`count\` ELSE 0 END AS accepted FROM submissionTotals`;
  for (const basis of ["claim", "click"])
    for (const kind of ["origin", "country", "form", "platform"])
      found.push(
        await select(
          differing(
            [
              totals,
              `SELECT workspaceId, claimDay AS day, ${counts.map((name) => `-${name} AS ${name}`).join(", ")} FROM claimMoney
               WHERE basis = ${escapeValue(basis)} AND kind = ${escapeValue(kind)} AND ${isOfDay}`,
            ],
            counts,
          ),
        ),
      );
  const accepted = Object.values(ACCEPTED_BY);
  const settled = ACCEPTING.map(
    ([id, name]) =>
      `CASE WHEN value IN (${["sent", "confirmed"].map((state) => escapeValue(`${id}:${state}`)).join(", ")}) THEN \`count\` ELSE 0 END AS ${name}`,
  );
  found.push(
    await select(
      differing(
        [
          `SELECT workspaceId, day, ${settled.join(", ")} FROM breakdownTotals WHERE kind = 'delivery'`,
          `SELECT workspaceId, claimDay AS day, ${accepted.map((name) => `-${name} AS ${name}`).join(", ")} FROM claimMoney
           WHERE basis = 'claim' AND kind = 'form' AND ${isOfDay}`,
        ],
        accepted,
      ),
    ),
  );
  const reported = ["impressions", "clicks"] as const;
  const known = (sign: string) => reported.map((name) => `${sign}COALESCE(${name}, 0) AS ${name}`).join(", ");
  found.push(
    await select(
      differing(
        [
          `SELECT workspaceId, day, ${known("")} FROM spendRows`,
          `SELECT workspaceId, period AS day, ${known("-")} FROM spendMoney WHERE kind = 'day' AND ${isOfDay}`,
        ],
        reported,
      ),
    ),
  );
  const months: Month[][] = [];
  for (const table of [CLAIM_MONEY, SPEND_MONEY]) months.push(await select(selectDifferingMonths(table)));
  return { days: found.flat(), months: months.flat() };
}

/** Adds up all rows of a month again. */
export async function addUpMonth({ workspaceId, month }: Month, transaction: Transaction): Promise<void> {
  for (const table of [CLAIM_MONEY, SPEND_MONEY]) {
    const others = table.keys.filter((key) => key !== "period");
    const rows = await select<StoredMoney>(
      `SELECT DISTINCT ${others.join(", ")}, SUBSTR(period, 1, 9) AS period FROM ${table.name}
       WHERE workspaceId = :workspaceId AND period BETWEEN :month AND :last`,
      { workspaceId, month, last: `${month}~` },
      transaction,
    );
    await addUpPeriods(table, workspaceId, rows, transaction);
  }
}

/** Months that differ from their days, or of which some ten of days does. */
function selectDifferingMonths({ name, keys, counts, sums }: CountedMoney): string {
  const others = keys.filter((key) => key !== "period");
  const amounts = [...counts, ...sums];
  const part = (sign: string, length: number, from: number) =>
    `SELECT workspaceId, ${others.join(", ")}, SUBSTR(period, 1, ${length}) AS period, ${amounts
      .map((one) => `${sign}COALESCE(${asNumber(one)}, 0) AS ${one}`)
      .join(", ")} FROM ${name} WHERE LENGTH(period) = ${from}`;
  const differing = LEVELS.map(
    ({
      length,
    }) => `SELECT workspaceId, period FROM (${part("", length, length)} UNION ALL ${part("-", length, 10)}) AS sides
      GROUP BY workspaceId, ${others.join(", ")}, period HAVING ${amounts.map((one) => `ROUND(SUM(${one}), 4) <> 0`).join(" OR ")}`,
  );
  return `SELECT DISTINCT workspaceId, SUBSTR(period, 1, 7) AS month FROM (${differing.join(" UNION ALL ")}) AS differing`;
}
