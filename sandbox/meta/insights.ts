import { createHash } from "node:crypto";
import { lostResponse } from "../broken-services.ts";
import type { Fault } from "../faults.ts";
import { isFields, parsed } from "../fields.ts";
import { json, type Reply } from "../reply.ts";
import { invalidParameter, noAdsRead, noSuchObject, refuse } from "./errors.ts";

type AdAccount = { id: string; name: string; pageRows: number; ads: SandboxAd[] };
export type SandboxAd = {
  campaign: { id: string; name: string };
  adSet: { id: string; name: string };
  ad: { id: string; name: string };
  dailySpend: number;
  /** What Meta says that a purchase cost. */
  costPerPurchase: number;
  isDeleted?: boolean;
};

const CAMPAIGNS = [
  { name: "story-november", dailySpend: 4, costPerPurchase: 30 },
  { name: "autumn-video", dailySpend: 3, costPerPurchase: 28 },
  // It loses money, and Meta counts more purchases than there are.
  { name: "lookalike-latam", dailySpend: 22, costPerPurchase: 55 },
];

const createAds = (count: number): SandboxAd[] =>
  Array.from({ length: count }, (_, index) => {
    const place = index % CAMPAIGNS.length;
    const { name, ...money } = CAMPAIGNS[place] ?? { name: "", dailySpend: 0, costPerPurchase: 1 };
    return {
      campaign: { id: `12021384556671012${place}`, name },
      adSet: { id: `12021384556672012${place}`, name: "Lookalike 2%" },
      ad: { id: `1202138455667301${20 + index}`, name: `Video ${index + 1}, Spanish` },
      ...money,
    };
  });

/** The ads of the account that the demo has connected: two of each campaign. */
export const SANDBOX_ADS = createAds(6);
export const SANDBOX_AD_ACCOUNT = "1000000000000002";

/** Its last ad is deleted: only who asks for deleted ads gets its spend. */
const SEVENTEEN_ADS = createAds(17).map((ad, index) => ({ ...ad, isDeleted: index === 16 }));

/** Ad accounts whose spend can be read: one of some ads, and one whose pages hold a single ad each. */
const AD_ACCOUNTS: AdAccount[] = [
  { id: `act_${SANDBOX_AD_ACCOUNT}`, name: "Sandbox ad account", pageRows: 500, ads: SANDBOX_ADS },
  { id: "act_1000000000000017", name: "Sandbox account of 17 pages", pageRows: 1, ads: SEVENTEEN_ADS },
];

/** `GET /act_{id}`: the name, currency and time zone of an ad account; null for an unknown one. */
export function findAdAccount(id: string): Record<string, unknown> | null {
  const account = AD_ACCOUNTS.find((one) => one.id === id);
  if (!account) return null;
  const place = { currency: "EUR", timezone_name: "Europe/Madrid" };
  return { id, account_id: id.slice(4), name: account.name, ...place, account_status: 1 };
}

type InsightsRequest = { accountId: string; query: URLSearchParams; fault: Fault | null; url: string };

/** `GET /act_{id}/insights`: what each ad spent on each day, by pages. */
export function readInsights({ accountId, query, fault, url }: InsightsRequest): Reply {
  const account = AD_ACCOUNTS.find(({ id }) => id === accountId);
  if (!account || fault === "wrong-pixel") return refuse(noSuchObject(accountId));
  if (fault === "no-permission") return refuse(noAdsRead);
  const range = readRange(query);
  if (!range) return refuse(invalidParameter("param time_range must be an object with since and until"));
  const statuses = readStatuses(query);
  if (!statuses) return refuse(invalidParameter("param filtering must be an array of filters"));
  const from = Number(Buffer.from(query.get("after") ?? "", "base64url").toString()) || 0;
  const limit = Math.min(Number(query.get("limit")) || 25, account.pageRows);
  const ads = account.ads.filter(({ isDeleted }) => statuses.includes(isDeleted ? "DELETED" : "ACTIVE"));
  const rows = listDays(range).flatMap((day) => ads.map((ad) => toRow(accountId, ad, day)));
  const shown = rows.slice(from, from + limit);
  const after = Buffer.from(`${from + limit}`).toString("base64url");
  const next = new URL(`${accountId}/insights?${query}`, url);
  next.searchParams.set("after", after);
  const paging = {
    cursors: { before: Buffer.from(`${from}`).toString("base64url"), after },
    ...(from + limit < rows.length && { next: next.href }),
  };
  const end = lostResponse(fault);
  return { ...json(200, { data: shown, paging }), ...(end && { end }) };
}

const DAY = 86_400_000;

function readRange(query: URLSearchParams): { since: string; until: string } | null {
  const text = query.get("time_range");
  // Without a range Meta takes the last 30 days; for a check of the right one day is enough.
  if (text === null) return { since: "2026-01-01", until: "2026-01-01" };
  const range = parsed(text);
  if (!isFields(range)) return null;
  const { since, until } = range;
  const isDay = (value: unknown): value is string =>
    typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
  return isDay(since) && isDay(until) && since <= until ? { since, until } : null;
}

/** The states of ads that are asked for. Without the filter, Meta leaves out archived and deleted ads. */
function readStatuses(query: URLSearchParams): unknown[] | null {
  const text = query.get("filtering");
  if (text === null) return ["ACTIVE"];
  const filters = parsed(text);
  const [filter] = Array.isArray(filters) ? filters : [];
  const isKnown = isFields(filter) && filter.field === "ad.effective_status" && filter.operator === "IN";
  return isKnown && Array.isArray(filter.value) ? filter.value : null;
}

function listDays({ since, until }: { since: string; until: string }): string[] {
  const count = (Date.parse(until) - Date.parse(since)) / DAY + 1;
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(since) + index * DAY).toISOString().slice(0, 10),
  );
}

/** Numbers that look real and are the same at each reading. */
function toRow(accountId: string, { campaign, adSet, ad, ...money }: SandboxAd, day: string) {
  const share = createHash("sha256").update(`${ad.id} ${day}`).digest().readUInt16BE() / 65_536;
  const spend = money.dailySpend * (0.7 + 0.6 * share);
  const clicks = Math.round(spend * (1.4 + share));
  const purchases = Math.floor(spend / money.costPerPurchase + share);
  // Meta gives the same purchases under each of these names.
  const types = purchases === 0 ? [] : ["omni_purchase", "purchase", "offsite_conversion.fb_pixel_purchase"];
  return {
    account_id: accountId.slice(4),
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    adset_id: adSet.id,
    adset_name: adSet.name,
    ad_id: ad.id,
    ad_name: ad.name,
    spend: spend.toFixed(2),
    impressions: `${clicks * 61}`,
    clicks: `${clicks}`,
    actions: [
      { action_type: "link_click", value: `${clicks}` },
      ...types.map((type) => ({ action_type: type, value: `${purchases}` })),
    ],
    date_start: day,
    date_stop: day,
  };
}
