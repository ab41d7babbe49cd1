import type { CampaignVerdict } from "./campaign-verdict.ts";

type Kind = "money" | "count" | "ratio";

/** The columns of the table of money, and what their values are. */
export const moneyColumns = {
  spend: { head: "Spend", kind: "money" },
  claims: { head: "Claims", kind: "count" },
  verified: { head: "Verified", kind: "count" },
  costPerClaim: { head: "Cost per claim", kind: "money" },
  costPerVerified: { head: "Cost per verified", kind: "money" },
  value: { head: "Deposits", kind: "money" },
  commission: { head: "Commission", kind: "money" },
  returnOnValue: { head: "Deposits / spend", kind: "ratio" },
  returnOnCommission: { head: "Commission / spend", kind: "ratio" },
  profit: { head: "Profit", kind: "money" },
  platformConversions: { head: "Ad platform counts", kind: "count" },
  accepted: { head: "Accepted", kind: "count" },
} as const satisfies Record<string, { head: string; kind: Kind }>;

export type MoneyColumn = keyof typeof moneyColumns;
export const MONEY_COLUMNS = Object.keys(moneyColumns) as [MoneyColumn, ...MoneyColumn[]];

/** What a table has that nobody has chosen the columns of: one that is read at a glance, and that of a file. */
export const usualMoneyColumns = {
  page: ["spend", "verified", "costPerVerified", "returnOnCommission", "profit"],
  file: ["spend", "claims", "verified", "costPerVerified", "commission", "returnOnCommission", "profit"],
} as const satisfies Record<string, MoneyColumn[]>;

/** The values of a row as decimal text; null where a part is unknown. */
export type MoneyValues = Record<MoneyColumn, string | null>;

/** `high` is null where it has no end. */
export type CostInterval = { low: string; high: string | null };

/** A row of the table, amounts with the digits of the currency. */
export type MoneyLine = {
  key: string | null;
  label: string | null;
  adPlatform: string | null;
  values: MoneyValues;
  /** Of the days before; null where they have no such row. */
  before: MoneyValues | null;
  waiting: number;
  costIfWaiting: string | null;
  /** Where the cost of few deposits lies. */
  costInterval: CostInterval | null;
  /** The same of any number of them, for the drawing. */
  costRange: CostInterval | null;
  /** What a verified deposit of the row earns, or of all where it has none. */
  earnedPerVerified: string | null;
  /** Null for a row that is no campaign or a part of one. */
  verdict: CampaignVerdict | null;
  claimsQuery: Record<string, string> | null;
  /** What the list of claims needs besides to have those that `accepted` counts. */
  acceptedQuery: Record<string, string>;
  spendQuery: Record<string, string> | null;
};

/** What a row of the table is, and what it is called where claims have none. */
export const moneyGroups = {
  source: { label: "Source", none: "Direct or unknown" },
  campaign: { label: "Campaign", none: "No campaign" },
  adSet: { label: "Ad set", none: "No ad set" },
  ad: { label: "Ad", none: "No ad" },
  country: { label: "Country", none: "Unknown" },
  form: { label: "Form", none: "No form" },
  platform: { label: "Broker", none: "No broker" },
  day: { label: "Day", none: "" },
} as const;
