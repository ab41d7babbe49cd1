import { createHash } from "node:crypto";
import { lostResponse } from "../broken-services.ts";
import type { Fault } from "../faults.ts";
import { isFields, parsed } from "../fields.ts";
import { json, type Reply } from "../reply.ts";
import { invalidParameter, noAdsRead, noSuchObject, refuse } from "./errors.ts";

type AdAccount = { id: string; name: string; pageRows: number; ads: Ad[] };
type Ad = { campaign: [id: string, name: string]; adSet: string; name: string; dailySpend: number };

const ads = (count: number): Ad[] =>
  Array.from({ length: count }, (_, index) => ({
    campaign: CAMPAIGNS[index % CAMPAIGNS.length] ?? ["", ""],
    adSet: index % 2 === 0 ? "Lookalike 2%" : "Visitors, 30 days",
    name: `Video ${index + 1}`,
    dailySpend: 12 + 7 * (index % 5),
  }));

const CAMPAIGNS: [id: string, name: string][] = [
  ["120213845566710123", "story-november"],
  ["120213845566710124", "webinar"],
  ["120213845566710125", "autumn"],
];

/** Ad accounts whose spend can be read: one of some ads, and one whose pages hold a single ad each. */
const AD_ACCOUNTS: AdAccount[] = [
  { id: "act_1000000000000002", name: "Sandbox ad account", pageRows: 500, ads: ads(6) },
  { id: "act_1000000000000017", name: "Sandbox account of 17 pages", pageRows: 1, ads: ads(17) },
];

/** `GET /act_{id}`: what an ad account is called, and its currency and time zone. Null for one that is not there. */
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
  const from = Number(Buffer.from(query.get("after") ?? "", "base64url").toString()) || 0;
  const limit = Math.min(Number(query.get("limit")) || 25, account.pageRows);
  const rows = listDays(range).flatMap((day) =>
    account.ads.map((ad, index) => toRow(account, ad, index, day)),
  );
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

function listDays({ since, until }: { since: string; until: string }): string[] {
  const count = (Date.parse(until) - Date.parse(since)) / DAY + 1;
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(since) + index * DAY).toISOString().slice(0, 10),
  );
}

/** Numbers that look real and are the same at each reading. */
function toRow(account: AdAccount, ad: Ad, index: number, day: string) {
  const [campaignId, campaign] = ad.campaign;
  const share = createHash("sha256").update(`${index} ${day}`).digest().readUInt16BE() / 65_536;
  const spend = ad.dailySpend * (0.7 + 0.6 * share);
  const clicks = Math.round(spend * (1.4 + share));
  const purchases = Math.floor(spend / 30 + share);
  return {
    account_id: account.id.slice(4),
    campaign_id: campaignId,
    campaign_name: campaign,
    adset_id: `${campaignId.slice(0, -6)}${720_000 + (index % 2)}`,
    adset_name: ad.adSet,
    ad_id: `${campaignId.slice(0, -6)}${730_000 + index}`,
    ad_name: ad.name,
    spend: spend.toFixed(2),
    impressions: `${clicks * 61}`,
    clicks: `${clicks}`,
    actions: [
      { action_type: "link_click", value: `${clicks}` },
      ...(purchases > 0
        ? ["omni_purchase", "purchase", "offsite_conversion.fb_pixel_purchase"].map((type) => ({
            action_type: type,
            value: `${purchases}`,
          }))
        : []),
    ],
    date_start: day,
    date_stop: day,
  };
}
