import { retryRead } from "#app/database/connection.server.ts";
import { readOriginsOf } from "#app/database/queries/claim-origins.server.ts";
import { NO_ORIGIN, type Origin } from "#app/database/queries/counted-claims.server.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { NO_VALUE, normalizeCampaign, OTHER_VALUES } from "#app/lib/sources.ts";
import type { CountSum, Counts } from "#app/services/counting/open-counts.server.ts";
import { findAds } from "./find-ad-objects.server.ts";
import type { KnownAdObject, MatchedObjects } from "./match-claims.ts";
import {
  addClaimSum,
  addGroup,
  addSpendSum,
  type MoneyBasis,
  type MoneyGroup,
  newGroup,
} from "./money-groups.ts";

export type OriginGroup = "source" | "campaign" | "adSet" | "ad";

/** `withoutSource`: spend that is of no source, or of several. */
export type MoneyGroups = { rows: MoneyGroup[]; withoutSource: MoneyGroup | null };

/** Claims and spend by where they come from: each claim meets the ads that it belongs to. */
export async function groupByOrigin(
  workspaceId: string,
  counts: Counts,
  { by, basis }: { by: OriginGroup; basis: MoneyBasis },
): Promise<MoneyGroups> {
  const [[claims, spend, byHand], { objects, match }] = await Promise.all([
    counts.sum(
      { basis, kind: "origin", by: "value" },
      { basis: "spend", kind: by === "source" ? "campaign" : by, by: "value" },
      { basis: "spend", kind: "source", by: "value" },
    ),
    findAds(workspaceId),
  ]);
  const ids = [...new Set([...claims, ...byHand].map(({ key }) => key))];
  const stored = await retryRead(() => readOriginsOf(workspaceId, ids));
  const origins = new Map([...stored, ...counts.origins].map((origin) => [origin.id, origin]));
  const matched = groupBy(claims, ({ key }) => key);
  const byOrigin = [...matched].flatMap(([id, sums]): Matched[] => {
    const origin = origins.get(id) ?? NO_ORIGIN;
    const group = newGroup(id);
    for (const sum of sums) addClaimSum(group, sum);
    return group.claims > 0 ? [{ origin, claims: group, objects: match(origin) }] : [];
  });
  const byId = new Map(objects.map((object) => [object.id, object]));
  const hand = byHand.map((sum) => ({ sum, source: origins.get(sum.key)?.source ?? "" }));
  return by === "source"
    ? groupBySource(byOrigin, spend, hand, byId)
    : groupByObject(by, byOrigin, spend, hand, byId);
}

type Matched = { origin: Origin; claims: MoneyGroup; objects: MatchedObjects };
type HandSpend = { sum: CountSum; source: string };
type Objects = Map<string, KnownAdObject>;

/** A campaign's spend is its rule's source's, otherwise that of its claims if they all have one and the same. */
function groupBySource(
  claims: Matched[],
  spend: CountSum[],
  byHand: HandSpend[],
  byId: Objects,
): MoneyGroups {
  const groups = new Map<string, MoneyGroup>();
  const find = (source: string) => {
    const query = source === OTHER_VALUES ? null : { source: source || NO_VALUE };
    const group = groups.get(source) ?? newGroup(source || null, { claimsQuery: query, spendQuery: query });
    groups.set(source, group);
    return group;
  };
  const sourcesOf = new Map<string, Set<string>>();
  for (const { origin, claims: own, objects } of claims) {
    addGroup(find(origin.source), own);
    const campaign = objects.campaign?.id;
    if (campaign) sourcesOf.set(campaign, (sourcesOf.get(campaign) ?? new Set()).add(origin.source));
  }
  const without = newGroup(null);
  for (const one of spend) {
    const [only = "", ...others] = sourcesOf.get(one.key) ?? [];
    const rule = byId.get(one.key)?.source ?? null;
    const source = rule ?? (others.length === 0 ? only : "");
    const group = source === "" ? without : find(source);
    // The list of spend knows the owner's rules, not the sources of claims.
    if (rule === null) group.spendQuery = null;
    addSpendSum(group, one);
  }
  for (const { sum, source } of byHand) addSpendSum(source === "" ? without : find(source), sum);
  return { rows: [...groups.values()], withoutSource: without.spend === null ? null : without };
}

const LEVELS = { campaign: "campaignId", adSet: "adSetId", ad: "adId" } as const;
type Level = keyof typeof LEVELS;
const LEVEL_ORDER = ["campaign", "adSet", "ad"] as const satisfies readonly Level[];

/** Claims without the ad object count at the next level that is known, as spend does. */
function groupByObject(
  level: Level,
  claims: Matched[],
  spend: CountSum[],
  byHand: HandSpend[],
  byId: Objects,
): MoneyGroups {
  const groups = new Map<string, MoneyGroup>();
  const find = (id: string, create: () => MoneyGroup) => {
    const group = groups.get(id) ?? create();
    groups.set(id, group);
    return group;
  };
  const ofObject = (object: KnownAdObject) => find(object.id, () => newObjectGroup(object, level, byId));
  const placed = claims.map((one): Placed => {
    const { origin, objects } = one;
    const object =
      (level === "ad" ? objects.ad : null) ??
      (level === "campaign" ? null : objects.adSet) ??
      (level === "campaign" || origin[LEVELS[level]] === "" ? objects.campaign : null);
    const name = level === "campaign" && origin.campaign !== "" ? "campaign" : LEVELS[level];
    const isRest = origin.source === OTHER_VALUES;
    const text = isRest ? OTHER_VALUES : origin[name];
    const group = object
      ? ofObject(object)
      : text === ""
        ? find("", () => newGroup(null, { claimsQuery: { [level === "campaign" ? level : name]: NO_VALUE } }))
        : find(`text ${text}`, () => newGroup(text, { claimsQuery: { [name]: text } }));
    addGroup(group, one.claims);
    // A day no longer tells where these come from, so no list finds them.
    if (isRest) group.claimsQuery = null;
    return { ...one, group };
  });
  keepExactQueries(placed);
  for (const one of spend) {
    const object = byId.get(one.key);
    addSpendSum(object ? ofObject(object) : find(one.key, () => newRestGroup(one.key, level)), one);
  }
  const hand = () =>
    find("by hand", () => newGroup(null, { label: "By hand", spendQuery: { platform: NO_VALUE } }));
  for (const { sum } of byHand) addSpendSum(hand(), sum);
  return { rows: [...groups.values()], withoutSource: null };
}

/** Spend that an ad platform has in no campaign. */
function newRestGroup(value: string, level: Level): MoneyGroup {
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

function newObjectGroup(object: KnownAdObject, level: Level, byId: Objects): MoneyGroup {
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

type Placed = Matched & { group: MoneyGroup };

/** What each filter of the claims list reads of a claim. */
const filtered: Record<string, (claim: Matched) => string> = {
  adCampaign: ({ objects }) => objects.campaign?.id ?? "",
  campaign: ({ origin }) => origin.campaign,
  campaignId: ({ origin }) => origin.campaignId,
  adSetId: ({ origin }) => origin.adSetId,
  adId: ({ origin }) => origin.adId,
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
      const count = own.reduce((sum, { claims }) => sum + claims.claims, 0);
      if (count !== group.claims || own.some((claim) => claim.group !== group)) group.claimsQuery = null;
    }
  }
}
