/** A campaign's money: 600.00 spent, 8 of 12 claims verified. */
const money = {
  claims: 12,
  decided: 10,
  verified: 8,
  waiting: 2,
  accepted: 8,
  platformConversions: 14,
  impressions: 48_210,
  clicks: 963,
  value: "2000.00",
  waitingValue: "450.00",
  commission: "960.00",
  spend: "600.00",
  costPerClaim: "50.00",
  costPerVerified: "75.00",
  costPerVerifiedIfWaiting: "60.00",
  costInterval: { low: "38.06", high: "173.72" },
  returnOnSpend: { value: 3.33, commission: 1.6 },
  profit: "360.00",
  isPartial: false,
};

const spend = {
  spend: "600.00",
  sums: [{ amount: "600.00", currency: "EUR" }],
  impressions: 48_210,
  clicks: 963,
  conversions: "14",
  isSpread: false,
};

const examples: Record<string, Record<string, unknown>> = {
  Analytics: { groupBy: "campaign", isBehind: false },
  AnalyticsRange: { isBehind: false, rowsLeftOut: 0 },
  AnalyticsRow: {
    ...money,
    key: "summer-sale",
    label: "Summer sale",
    adPlatform: "meta",
    campaignRef: "01a1f7c2-5c1e-7b5a-9d0e-3f6a2b8c4d10",
  },
  AnalyticsTotals: money,
  Campaign: {
    adPlatform: "meta",
    accountId: "1000000000000002",
    objectId: "120210000000000001",
    name: "Summer sale",
    source: "instagram",
  },
  Spend: { groupBy: "campaign" },
  SpendRow: {
    ...spend,
    key: "01a1f7c2-5c1e-7b5a-9d0e-3f6a2b8c4d10",
    label: "Summer sale",
    adPlatform: "meta",
  },
  SpendTotals: spend,
  SpendImport: {
    kind: "file",
    name: "Meta, November.csv",
    adPlatform: "meta",
    accountId: "1000000000000002",
    source: null,
    amount: "600.00",
    from: "2026-11-01",
    to: "2026-11-20",
    isSpread: false,
    bytes: 18_204,
    rows: 140,
    status: "ready",
    error: null,
    sheets: [],
    questions: [],
    columns: [{ index: 0, heading: "Day", meaning: "day", from: "heading", examples: ["2026-11-20"] }],
  },
};

/** Like `"SpendRow.spend"`: what the fields of spend and its money look like. */
export const SPEND_EXAMPLES: Record<string, unknown> = Object.fromEntries(
  Object.entries(examples).flatMap(([noun, fields]) =>
    Object.entries(fields).map(([field, value]) => [`${noun}.${field}`, value]),
  ),
);
