import type { Origin } from "#app/database/queries/counted-claims.server.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { OTHER_VALUES } from "#app/lib/sources.ts";
import { toNameKey } from "#app/lib/spend.ts";
import type { AdObject } from "#app/models/index.server.ts";

export type KnownAdObject = Pick<
  AdObject,
  "id" | "adPlatform" | "level" | "parentId" | "objectId" | "name" | "nameKey" | "source"
>;

/** The ad objects that claims belong to; each null where it is unknown. */
export type MatchedObjects = Record<"campaign" | "adSet" | "ad", KnownAdObject | null>;

/**
 * Returns a function that finds a claim's campaign, ad set and ad: by the ids of its link, otherwise by the
 * campaign's name. Where several campaigns have that name, it takes the one of the click's ad platform.
 */
export function createMatcher(objects: KnownAdObject[]) {
  const byId = new Map(objects.map((object) => [object.id, object]));
  const byObjectId = groupBy(
    objects.filter(({ objectId }) => objectId !== null),
    ({ level, objectId }) => `${level} ${objectId}`,
  );
  const byName = groupBy(
    objects.filter(({ level }) => level === "campaign"),
    ({ nameKey }) => nameKey,
  );

  const findOne = (found: KnownAdObject[] = [], { clickPlatform }: Origin) => {
    if (found.length < 2) return found[0] ?? null;
    const own = found.filter(({ adPlatform }) => adPlatform === clickPlatform);
    return own.length === 1 ? (own[0] ?? null) : null;
  };
  const findById = (level: AdObject["level"], objectId: string, origin: Origin) =>
    objectId === "" ? null : findOne(byObjectId.get(`${level} ${objectId}`), origin);
  const findParent = (object: KnownAdObject | null, level: AdObject["level"]) => {
    for (let one = object; one; one = one.parentId === null ? null : (byId.get(one.parentId) ?? null))
      if (one.level === level) return one;
    return null;
  };

  return (origin: Origin): MatchedObjects => {
    const ad = findById("ad", origin.adId, origin);
    const adSet = findParent(ad, "adSet") ?? findById("adSet", origin.adSetId, origin);
    const campaign =
      findParent(ad, "campaign") ??
      findParent(adSet, "campaign") ??
      findById("campaign", origin.campaignId, origin) ??
      // Claims that a day no longer tells apart are of no campaign.
      (origin.campaign === "" || origin.campaign === OTHER_VALUES
        ? null
        : findOne(byName.get(toNameKey(origin.campaign)), origin));
    return { campaign, adSet, ad };
  };
}
