import { QueryTypes } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue, exactly, exactSum } from "#app/database/dialect.server.ts";
import { PLATFORM_OF_CLICK } from "#app/lib/ad-platforms.ts";
import { getKeys } from "#app/lib/objects.ts";
import { truthStates } from "#app/lib/truth.ts";
import { STATES, type States } from "./counts.server.ts";

const select = <T extends object>(sql: string, replacements: Record<string, unknown> = {}): Promise<T[]> =>
  sequelize.query<T>(sql, { type: QueryTypes.SELECT, replacements });

type Dimension = {
  /** SQL of what a claim `s` counts under; NULL where it counts under nothing. */
  value: string;
  /** Whether its money counts too, and on the day of its ad click. */
  hasMoney: boolean;
};

/** What claims are counted by. A dimension is a line here. */
export const DIMENSIONS = {
  source: { value: `COALESCE(${exactly("s.source")}, '')`, hasMoney: false },
  campaign: { value: `COALESCE(${exactly("s.campaign")}, '')`, hasMoney: false },
  country: { value: `COALESCE(${exactly("s.country")}, '')`, hasMoney: true },
  hour: {
    value: exactly(
      "CASE WHEN s.`hour` IS NULL THEN NULL WHEN s.`hour` < 10 THEN CONCAT('0', s.`hour`) ELSE CONCAT('', s.`hour`) END",
    ),
    hasMoney: false,
  },
  link: { value: exactly("s.linkId"), hasMoney: false },
  form: { value: exactly("s.formId"), hasMoney: true },
  platform: { value: exactly("s.platformId"), hasMoney: true },
} as const satisfies Record<string, Dimension>;
export type Dimensions = keyof typeof DIMENSIONS;
export const DIMENSION_NAMES = getKeys(DIMENSIONS);

/** SQL for `toTruthState`. */
const truthState = `CASE WHEN withdrawnAt IS NOT NULL THEN 'none' WHEN status = 'pending' THEN 'waiting'
  WHEN status = 'handled' THEN CASE WHEN chargedBackAt IS NOT NULL THEN 'charged_back'
    WHEN confirmedByStatement = 1 THEN 'confirmed' ELSE 'verified' END
  WHEN handledAt IS NULL THEN 'none' ELSE 'rejected' END`;
/** SQL of the states of rows of claims. */
export const stateColumns = `status, COALESCE(eventStatus, 'none') AS eventStatus, COALESCE(eventState, '') AS eventState, ${truthState} AS truthState`;

/** SQL of what decided a claim `s`. Until 29 November 2026 statements alone were told. */
const decidedBy =
  "COALESCE(s.restsOn, CASE WHEN s.confirmedByStatement = 1 THEN 'statement' END) AS restsOn, CASE WHEN s.decidedByRuleId IS NULL OR s.decidedByUserId IS NOT NULL THEN 0 ELSE 1 END AS isByRule";

/** SQL: the ad platform whose click id a claim of a table has, or an empty text. */
export const clickPlatformOf = (table: string): string =>
  `CASE ${Object.entries(PLATFORM_OF_CLICK)
    .map(([column, id]) => `WHEN ${table}.${column} IS NOT NULL THEN '${id}'`)
    .join(" ")} ELSE '' END`;

const isIn = (states: readonly string[]) => `truthState IN (${states.map(escapeValue).join(", ")})`;
/** What a verified claim is worth, or a waiting one as its visitor says. */
const worth = (suffix: "Amount" | "Currency", own: "amount" | "currency") =>
  `CASE WHEN ${isIn(truthStates.verified)} AND correctedAmount IS NOT NULL THEN corrected${suffix}
     WHEN ${isIn(truthStates.verified)} AND verifiedAmount IS NOT NULL THEN verified${suffix}
     WHEN ${isIn([...truthStates.verified, ...truthStates.waiting])} AND unlikelyAmount = 0 AND cameInRush = 0 THEN ${own} END`;

/** Origins are told apart by these. */
export const ORIGIN_KEYS = ["source", "campaign", "campaignId", "adSetId", "adId", "clickPlatform"] as const;
export type Origin = Record<(typeof ORIGIN_KEYS)[number], string>;
export const NO_ORIGIN: Origin = {
  source: "",
  campaign: "",
  campaignId: "",
  adSetId: "",
  adId: "",
  clickPlatform: "",
};

const GROUPED = [
  ...DIMENSION_NAMES,
  ...(["campaignId", "adSetId", "adId", "clickPlatform"] as const),
  ...STATES,
  ...(["deliveryStates", "clickDay", "restsOn", "isByRule"] as const),
];
const MONEY_GROUPED = ["currency", "earnedCurrency", "isUnearned"] as const;

/** Claims of a day that are alike but for their amounts. */
export type AlikeClaims = Record<Exclude<Dimensions, "hour" | "link">, string> &
  Record<"hour" | "link", string | null> &
  Origin &
  States & {
    /** What became of the event at each ad platform, `meta:sent tiktok:failed`, of verified claims. */
    deliveryStates: string;
    clickDay: string;
    restsOn: string | null;
    isByRule: number | boolean;
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
type DayStart = { day: string; at: Date };

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
    ...DIMENSION_NAMES.map((name) => `${DIMENSIONS[name].value} AS ${`\`${name}\``}`),
    ...["campaignId", "adSetId", "adId"].map((name) => `COALESCE(${exactly(`s.${name}`)}, '') AS ${name}`),
    `${clickPlatformOf("s")} AS clickPlatform`,
    stateColumns,
    "CASE WHEN s.status = 'handled' THEN COALESCE(s.deliveryStates, '') ELSE '' END AS deliveryStates",
    `CASE ${clicked} ELSE s.day END AS clickDay`,
    decidedBy,
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
  const grouped = GROUPED.map((name) => `\`${name}\``).join(", ");
  const [amount, currency] = [worth("Amount", "amount"), worth("Currency", "currency")];
  return select<AlikeClaims>(
    `SELECT ${grouped}, ${MONEY_GROUPED.join(", ")}, COUNT(*) AS \`count\`, ${exactSum("amount")} AS amount, ${exactSum("earned")} AS earned FROM (
       SELECT ${grouped}, ${amount} AS amount, ${currency} AS currency,
         CASE WHEN ${isIn(truthStates.verified)} THEN hasNoTerms ELSE 0 END AS isUnearned,
         earned, CASE WHEN earned IS NOT NULL THEN tierCurrency END AS earnedCurrency FROM (
         SELECT ${columns.join(", ")} FROM submissions s LEFT JOIN commissions c ON c.submissionId = s.id
         WHERE s.workspaceId = :workspaceId AND s.createdAt >= ${escapeValue(from)} AND s.createdAt < ${escapeValue(before)}
           AND s.day = :day
       ) AS claims
     ) AS worth GROUP BY ${grouped}, ${MONEY_GROUPED.join(", ")}`,
    place,
  );
}

type MatchingClaims = States & {
  key: string;
  restsOn: string | null;
  isByRule: number | boolean;
  count: number | string;
};

/** What the claims that a SELECT of ids has count by a dimension or day: their states, and how many. */
export function countMatching(
  {
    workspaceId,
    days,
    matching,
  }: { workspaceId: string; days: { from: string; to: string }; matching: string },
  by: Dimensions | "day",
): Promise<MatchingClaims[]> {
  const value = by === "day" ? "s.day" : DIMENSIONS[by].value;
  const grouped = ["`key`", ...STATES, "restsOn", "isByRule"].join(", ");
  return select(
    `SELECT ${grouped}, COUNT(*) AS \`count\` FROM (
       SELECT ${value} AS \`key\`, ${stateColumns}, ${decidedBy} FROM submissions s
       WHERE s.workspaceId = :workspaceId AND s.day BETWEEN :from AND :to AND s.id IN (${matching})
     ) AS matched WHERE \`key\` IS NOT NULL GROUP BY ${grouped}`,
    { workspaceId, ...days },
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
