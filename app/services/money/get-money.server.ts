import { retryRead } from "#app/database/connection.server.ts";
import { readMarkState } from "#app/database/queries/day-marks.server.ts";
import {
  ACCEPTED_BY,
  CLAIM_MONEY,
  type ClaimSums,
  claimMoneyBy,
  claimMoneyByOrigin,
  type Origin,
  type SpendSums,
  spendMoneyBy,
  spendMoneyBySource,
} from "#app/database/queries/money.server.ts";
import { viewsBy, viewsByDay } from "#app/database/queries/statistics.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { formName } from "#app/lib/form-name.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { type Days, listDays } from "#app/lib/periods.ts";
import { NO_VALUE, normalizeCampaign, OTHER_VALUES } from "#app/lib/sources.ts";
import { withoutEnd } from "#app/lib/without-end.ts";
import { OptInForm, Platform, type Workspace } from "#app/models/index.server.ts";
import type { AnalyticsGroup } from "#app/schemas/analytics.ts";
import { findAds } from "./find-ad-objects.server.ts";
import type { KnownAdObject, MatchedObjects } from "./match-claims.ts";

/** Whether a claim counts on its own day, or on that of its ad click where it is known. */
export type MoneyBasis = "claim" | "click";

/** Amounts are decimal text in the workspace's currency; null where a part of one is unknown, which is not zero. */
export type MoneyRow = {
  /** As /api and links name the group; null for claims without one. */
  key: string | null;
  /** What people read. */
  label: string | null;
  /** Of a campaign, ad set or ad with spend. */
  adPlatform: string | null;
  views: number | null;
  claims: number;
  decided: number;
  verified: number;
  confirmed: number;
  waiting: number;
  /** By its ad platform, otherwise by all ad platforms that the claim's event was for. */
  accepted: number;
  /** Of verified claims. */
  value: string | null;
  waitingValue: string | null;
  commission: string | null;
  spend: string | null;
  impressions: number | null;
  clicks: number | null;
  platformConversions: number | null;
  /** Whether an amount has no exchange rate. */
  isPartial: boolean;
  /** Verified claims whose broker had no commission, or no exchange rate to it. */
  unknownCommission: number;
  /** The filters of the claims list that has exactly the row's claims; null where none has. */
  claimsQuery: Record<string, string> | null;
  /** The filters of the list of spend that has exactly the row's spend; null where none has. */
  spendQuery: Record<string, string> | null;
  /** The row's own `AdObject`. */
  ref: string | null;
  /** The `AdObject` of its campaign. */
  campaignRef: string | null;
};

type MoneyOfDays = {
  currency: string;
  rows: MoneyRow[];
  totals: MoneyRow;
  unmatched: {
    /** Spend of campaigns without claims, and without a rule of the owner. */
    campaigns: MoneyRow[];
    /** Spend that is of no source, or of several. */
    withoutSource: MoneyRow | null;
  };
  /** Whether days wait to be added up. */
  isBehind: boolean;
  /** Whether some of them are in an earlier currency: no amount is known. */
  isConverting: boolean;
};

type MoneyQuery = { workspace: Workspace; days: Days; groupBy: AnalyticsGroup; basis: MoneyBasis };

/** The money of claims and ads in some days, by one property. The most claims come first; days are in order. */
export async function getMoney(query: MoneyQuery): Promise<MoneyOfDays> {
  const { workspace, days, groupBy, basis } = query;
  const place = { workspaceId: workspace.id, days };
  const [groups, views, totalSpend, marks] = await Promise.all([
    isByOrigin(groupBy) ? groupByOrigin(query, groupBy) : groupByOther(query, groupBy),
    retryRead(() => viewsByDay({ ...place, months: [] })),
    retryRead(() => spendMoneyBy("day", place)),
    retryRead(() => readMarkState(place)),
  ]);
  const all = newGroup(null);
  for (const group of groups.rows) addClaims(all, group);
  addSpend(all, totalSpend);
  const toRow = createPresenter(basis, marks);
  const rows = groups.rows.filter(
    ({ claims, spend, views: seen }) => claims > 0 || spend !== null || seen !== null,
  );
  if (groupBy !== "day") rows.sort(compareGroups);
  const viewed = [...views.values()].reduce((sum, count) => sum + count, 0);
  return {
    currency: workspace.currency,
    rows: rows.map(toRow),
    totals: {
      ...toRow({ ...all, claimsQuery: {}, spendQuery: {} }),
      views: viewed,
    },
    unmatched: {
      campaigns: rows
        .filter(({ claims, spend, campaignRef, hasRule }) => {
          const hasSpend = spend !== null && spend !== 0n;
          return claims === 0 && hasSpend && campaignRef !== null && !hasRule;
        })
        .map(toRow),
      withoutSource: groups.withoutSource && toRow(groups.withoutSource),
    },
    ...marks,
  };
}

const COUNTS = CLAIM_MONEY.counts;
type CountName = (typeof COUNTS)[number];

type Group = {
  key: string | null;
  label: string | null;
  adPlatform: string | null;
  ref: string | null;
  campaignRef: string | null;
  /** Whether the owner says which source the campaign's spend counts under. */
  hasRule: boolean;
  claimsQuery: Record<string, string> | null;
  spendQuery: Record<string, string> | null;
  views: number | null;
  /** Amounts of spend without an exchange rate. */
  unknownSpend: number;
} & Record<CountName, number> & {
    /** In ten-thousandths, to be exact and fast. */
    amount: bigint;
    waitingAmount: bigint;
    commission: bigint;
    spend: bigint | null;
    conversions: bigint | null;
    impressions: number | null;
    clicks: number | null;
  };

/** Made once, because there is a group for each ad. */
const NO_MONEY: Omit<Group, "key" | "label"> = {
  adPlatform: null,
  ref: null,
  campaignRef: null,
  hasRule: false,
  claimsQuery: null,
  spendQuery: null,
  views: null,
  ...(Object.fromEntries(COUNTS.map((name) => [name, 0])) as Record<CountName, number>),
  unknownSpend: 0,
  amount: 0n,
  waitingAmount: 0n,
  commission: 0n,
  spend: null,
  conversions: null,
  impressions: null,
  clicks: null,
};
const newGroup = (key: string | null, more: Partial<Group> = {}): Group =>
  Object.assign({ ...NO_MONEY, key, label: key }, more);

/** The database gives sums with four digits. */
const toParts = (amount: string | number | bigint | null) =>
  typeof amount === "bigint" ? amount : BigInt(String(amount ?? 0).replace(".", ""));
/** Without a decimal number for each, which costs as much as all else. */
function toText(parts: bigint): string {
  const digits = (parts < 0n ? -parts : parts).toString().padStart(5, "0");
  const fraction = withoutEnd(digits.slice(-4), "0");
  return `${parts < 0n ? "-" : ""}${digits.slice(0, -4)}${fraction && `.${fraction}`}`;
}

const AMOUNTS = ["amount", "waitingAmount", "commission"] as const;

type AddedClaims =
  | Pick<ClaimSums, CountName | (typeof AMOUNTS)[number]>
  | Pick<Group, CountName | (typeof AMOUNTS)[number]>;

function addClaims(group: Group, sums: AddedClaims): void {
  for (const name of COUNTS) group[name] += Number(sums[name]);
  for (const name of AMOUNTS) group[name] += toParts(sums[name]);
}

function addSpend(group: Group, all: Omit<SpendSums, "value">[]): void {
  for (const one of all) {
    group.spend = (group.spend ?? 0n) + toParts(one.spend);
    group.unknownSpend += Number(one.unconverted);
    if (one.conversions !== null) group.conversions = (group.conversions ?? 0n) + toParts(one.conversions);
    for (const name of ["impressions", "clicks"] as const)
      if (one[name] !== null) group[name] = (group[name] ?? 0) + Number(one[name]);
  }
}

/** Claims of a day by their click are not those of the list's day, so they cannot be listed. */
const createPresenter =
  (basis: MoneyBasis, { isConverting }: { isConverting: boolean }) =>
  (group: Group): MoneyRow => ({
    key: group.key,
    label: group.label,
    adPlatform: group.adPlatform,
    views: group.views,
    claims: group.claims,
    decided: group.decided,
    verified: group.verified,
    confirmed: group.confirmed,
    waiting: group.waiting,
    accepted: countAccepted(group),
    value: group.unknownValue > 0 || isConverting ? null : toText(group.amount),
    waitingValue: group.unknownWaitingValue > 0 || isConverting ? null : toText(group.waitingAmount),
    commission: group.unknownCommission > 0 || isConverting ? null : toText(group.commission),
    spend: group.unknownSpend > 0 || group.spend === null || isConverting ? null : toText(group.spend),
    impressions: group.impressions,
    clicks: group.clicks,
    platformConversions: group.conversions === null ? null : Number(toText(group.conversions)),
    isPartial: group.unconverted + group.unknownSpend > 0,
    unknownCommission: group.unknownCommission,
    claimsQuery: basis === "click" || group.claims === 0 ? null : group.claimsQuery,
    spendQuery: group.spend === null ? null : group.spendQuery,
    ref: group.ref,
    campaignRef: group.campaignRef,
  });

/** An ad platform's own count stands beside what it accepted, whatever others did. */
function countAccepted(group: Group): number {
  const { adPlatform } = group;
  if (!adPlatform) return group.accepted;
  return isAccepting(adPlatform) ? group[ACCEPTED_BY[adPlatform]] : 0;
}
const isAccepting = (id: string): id is keyof typeof ACCEPTED_BY => id in ACCEPTED_BY;

const compareGroups = (a: Group, b: Group) =>
  b.claims - a.claims || compare(b.spend ?? 0n, a.spend ?? 0n) || compare(a.key ?? "", b.key ?? "");
const compare = <T>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);

type Groups = { rows: Group[]; withoutSource: Group | null };

type OriginGroup = "source" | "campaign" | "adSet" | "ad";
const isByOrigin = (group: AnalyticsGroup): group is OriginGroup =>
  group === "source" || group === "campaign" || group === "adSet" || group === "ad";

/** Nobody knows how much of what ads cost a country, a form or a broker had. */
async function groupByOther(
  { workspace, days, basis }: MoneyQuery,
  groupBy: Exclude<AnalyticsGroup, OriginGroup>,
): Promise<Groups> {
  const place = { workspaceId: workspace.id, days };
  const kind = groupBy === "day" ? "form" : groupBy;
  const by = groupBy === "day" ? "period" : "value";
  const claims = await retryRead(() => claimMoneyBy(kind, { ...place, by, basis }));
  const groups = new Map<string, Group>();
  const find = (key: string) => {
    // The list finds no claims without a form or a broker.
    const value = key || (groupBy === "country" ? NO_VALUE : null);
    const claimsQuery = value === null ? null : { [groupBy]: value };
    const group = groups.get(key) ?? newGroup(key || null, { claimsQuery });
    groups.set(key, group);
    return group;
  };
  if (groupBy === "day") {
    for (const day of listDays(days)) {
      const query = { from: day, to: day };
      Object.assign(find(day), { claimsQuery: query, spendQuery: query, views: 0 });
    }
    const spend = await retryRead(() => spendMoneyBy("day", { ...place, by }));
    for (const one of spend) addSpend(find(one.value), [one]);
  }
  for (const one of claims) addClaims(find(one.value), one);
  if (groupBy === "day" || groupBy === "form") {
    const views = await retryRead(() =>
      groupBy === "day" ? viewsByDay({ ...place, months: [] }) : viewsBy("form", place),
    );
    if (groupBy === "form") for (const group of groups.values()) group.views = 0;
    for (const [key, count] of views) find(key).views = count;
  }
  await nameGroups(workspace, groupBy, [...groups.values()]);
  return { rows: [...groups.values()], withoutSource: null };
}

async function nameGroups(
  { id: workspaceId }: Workspace,
  groupBy: AnalyticsGroup,
  groups: Group[],
): Promise<void> {
  if (groupBy !== "form" && groupBy !== "platform") return;
  const where = { workspaceId, id: groups.map(({ key }) => key ?? "") };
  const named =
    groupBy === "form"
      ? (await retryRead(() => findRows(OptInForm, { attributes: ["id", "name", "slug"], where }))).map(
          (form) => ({
            id: form.id,
            name: formName(form),
          }),
        )
      : await retryRead(() => findRows(Platform, { attributes: ["id", "name"], where }));
  const names = new Map(named.map(({ id, name }) => [id, name]));
  for (const group of groups) group.label = names.get(group.key ?? "") ?? null;
}

async function groupByOrigin({ workspace, days, basis }: MoneyQuery, groupBy: OriginGroup): Promise<Groups> {
  const place = { workspaceId: workspace.id, days };
  const kind = groupBy === "source" ? "campaign" : groupBy;
  const [claims, spend, byHand, { objects, match }] = await Promise.all([
    retryRead(() => claimMoneyByOrigin({ ...place, basis })),
    retryRead(() => spendMoneyBy(kind, place)),
    retryRead(() => spendMoneyBySource(place)),
    findAds(place.workspaceId),
  ]);
  const matched = claims.map((sums) => ({ sums, objects: match(sums) }));
  const byId = new Map(objects.map((object) => [object.id, object]));
  return groupBy === "source"
    ? groupBySource(matched, spend, byHand, byId)
    : groupByObject(groupBy, matched, spend, byHand, byId);
}

type Matched = {
  /** With where the claims come from. */
  sums: ClaimSums & Origin;
  objects: MatchedObjects;
};
type HandSpend = SpendSums & Origin;
type Objects = Map<string, KnownAdObject>;

/** A campaign's spend is its rule's source's, otherwise that of its claims if they all have one and the same. */
function groupBySource(claims: Matched[], spend: SpendSums[], byHand: HandSpend[], byId: Objects): Groups {
  const groups = new Map<string, Group>();
  const find = (source: string) => {
    const query = source === OTHER_VALUES ? null : { source: source || NO_VALUE };
    const group = groups.get(source) ?? newGroup(source || null, { claimsQuery: query, spendQuery: query });
    groups.set(source, group);
    return group;
  };
  const sourcesOf = new Map<string, Set<string>>();
  for (const { sums, objects } of claims) {
    addClaims(find(sums.source), sums);
    const campaign = objects.campaign?.id;
    if (campaign) sourcesOf.set(campaign, (sourcesOf.get(campaign) ?? new Set()).add(sums.source));
  }
  const without = newGroup(null);
  for (const one of spend) {
    const [only = "", ...others] = sourcesOf.get(one.value) ?? [];
    const rule = byId.get(one.value)?.source ?? null;
    const source = rule ?? (others.length === 0 ? only : "");
    const group = source === "" ? without : find(source);
    // The list of spend knows the owner's rules, not the sources of claims.
    if (rule === null) group.spendQuery = null;
    addSpend(group, [one]);
  }
  for (const sums of byHand) addSpend(sums.source === "" ? without : find(sums.source), [sums]);
  return { rows: [...groups.values()], withoutSource: without.spend === null ? null : without };
}

const LEVELS = { campaign: "campaignId", adSet: "adSetId", ad: "adId" } as const;
type Level = keyof typeof LEVELS;
const LEVEL_ORDER = ["campaign", "adSet", "ad"] as const satisfies readonly Level[];

/** Claims without the ad object count at the next level that is known, as spend does. */
function groupByObject(
  level: Level,
  claims: Matched[],
  spend: SpendSums[],
  byHand: HandSpend[],
  byId: Objects,
): Groups {
  const groups = new Map<string, Group>();
  const find = (id: string, create: () => Group) => {
    const group = groups.get(id) ?? create();
    groups.set(id, group);
    return group;
  };
  const ofObject = (object: KnownAdObject) => find(object.id, () => newObjectGroup(object, level, byId));
  const placed = claims.map((one): Placed => {
    const { sums, objects } = one;
    const object =
      (level === "ad" ? objects.ad : null) ??
      (level === "campaign" ? null : objects.adSet) ??
      (level === "campaign" || sums[LEVELS[level]] === "" ? objects.campaign : null);
    const name = level === "campaign" && sums.campaign !== "" ? "campaign" : LEVELS[level];
    const isRest = sums.source === OTHER_VALUES;
    const text = isRest ? OTHER_VALUES : sums[name];
    const group = object
      ? ofObject(object)
      : text === ""
        ? find("", () => newGroup(null, { claimsQuery: { [level === "campaign" ? level : name]: NO_VALUE } }))
        : find(`text ${text}`, () => newGroup(text, { claimsQuery: { [name]: text } }));
    addClaims(group, sums);
    // A day no longer tells where these come from, so no list finds them.
    if (isRest) group.claimsQuery = null;
    return { ...one, group };
  });
  keepExactQueries(placed);
  for (const one of spend) {
    const object = byId.get(one.value);
    addSpend(object ? ofObject(object) : find(one.value, () => newRestGroup(one.value, level)), [one]);
  }
  const hand = () =>
    find("by hand", () => newGroup(null, { label: "By hand", spendQuery: { platform: NO_VALUE } }));
  for (const sums of byHand) addSpend(hand(), [sums]);
  return { rows: [...groups.values()], withoutSource: null };
}

/** Spend that an ad platform has in no campaign. */
function newRestGroup(value: string, level: Level): Group {
  const [, adPlatform = ""] = value.split(":");
  const spendQuery = adPlatform === "" ? null : { platform: adPlatform, ...withoutLevels(null, level) };
  return newGroup(null, { adPlatform, spendQuery });
}

/** The filters of spend that has none of the levels below one, down to another. */
const withoutLevels = (above: Level | null, level: Level): Record<string, string> => {
  const first = above === null ? 0 : LEVEL_ORDER.indexOf(above) + 1;
  const names = LEVEL_ORDER.slice(first, LEVEL_ORDER.indexOf(level) + 1);
  return Object.fromEntries(names.map((name) => [name, NO_VALUE]));
};

function newObjectGroup(object: KnownAdObject, level: Level, byId: Objects): Group {
  const { id, adPlatform, objectId, name } = object;
  const isOfLevel = object.level === level;
  const campaign = findCampaign(object, byId);
  const own =
    object.level === "campaign"
      ? { adCampaign: id }
      : objectId === null
        ? null
        : { [LEVELS[object.level]]: objectId };
  return newGroup(level === "campaign" ? (normalizeCampaign(name) ?? objectId) : (objectId ?? name), {
    label: name || objectId,
    adPlatform,
    ref: id,
    campaignRef: campaign?.id ?? null,
    hasRule: (campaign?.source ?? null) !== null,
    claimsQuery: own && { ...own, ...(isOfLevel ? {} : { [LEVELS[level]]: NO_VALUE }) },
    spendQuery: { [object.level]: id, ...withoutLevels(object.level, level) },
  });
}

function findCampaign(object: KnownAdObject, byId: Objects): KnownAdObject | null {
  for (let one: KnownAdObject | undefined = object; one; one = byId.get(one.parentId ?? ""))
    if (one.level === "campaign") return one;
  return null;
}

type Placed = Matched & { group: Group };

/** What each filter of the claims list reads of a claim. */
const filtered: Record<string, (claim: Matched) => string> = {
  adCampaign: ({ objects }) => objects.campaign?.id ?? "",
  campaign: ({ sums }) => sums.campaign,
  campaignId: ({ sums }) => sums.campaignId,
  adSetId: ({ sums }) => sums.adSetId,
  adId: ({ sums }) => sums.adId,
};

/** Takes away the filters by which the claims list would not have exactly the claims of their group. */
function keepExactQueries(placed: Placed[]): void {
  const all = new Set(placed.map(({ group }) => group));
  const kinds = groupBy([...all], ({ claimsQuery }) => Object.keys(claimsQuery ?? {}).join(" "));
  for (const [kind, groups] of kinds) {
    const names = kind.split(" ").filter(Boolean);
    // Databases may ignore case.
    const toKey = (read: (name: string) => string) =>
      JSON.stringify(names.map((name) => (read(name) || NO_VALUE).toLowerCase()));
    const listed = groupBy(placed, (claim) => toKey((name) => filtered[name]?.(claim) ?? ""));
    for (const group of groups) {
      const own = listed.get(toKey((name) => group.claimsQuery?.[name] ?? "")) ?? [];
      const count = own.reduce((sum, { sums }) => sum + Number(sums.claims), 0);
      if (count !== group.claims || own.some((claim) => claim.group !== group)) group.claimsQuery = null;
    }
  }
}
