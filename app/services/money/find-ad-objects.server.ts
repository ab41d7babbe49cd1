import DataLoader from "dataloader";
import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { runForAll } from "#app/lib/deadline.server.ts";
import { AdObject } from "#app/models/index.server.ts";
import { createMatcher, type KnownAdObject } from "./match-claims.ts";

type KnownAds = { objects: KnownAdObject[]; match: ReturnType<typeof createMatcher> };

/** A range and the one before it are read at the same time, with thousands of ads. */
const loader = new DataLoader((workspaceIds: readonly string[]) => runForAll(() => loadAds(workspaceIds)), {
  cache: false,
});

/** The campaigns, ad sets and ads of a workspace's spend, and what finds those of a claim. */
export const findAds = (workspaceId: string): Promise<KnownAds> => loader.load(workspaceId);

export const findAdObjects = async (workspaceId: string): Promise<KnownAdObject[]> =>
  (await findAds(workspaceId)).objects;

async function loadAds(workspaceIds: readonly string[]): Promise<KnownAds[]> {
  const known = new Map<string, Promise<KnownAds>>();
  for (const workspaceId of workspaceIds)
    if (!known.has(workspaceId)) known.set(workspaceId, loadAdsOf(workspaceId));
  return Promise.all(workspaceIds.map((workspaceId) => known.get(workspaceId) as Promise<KnownAds>));
}

async function loadAdsOf(workspaceId: string): Promise<KnownAds> {
  const objects = await retryRead(() =>
    findRows(AdObject, {
      attributes: ["id", "adPlatform", "level", "parentId", "objectId", "name", "nameKey", "source"],
      where: { workspaceId },
    }),
  );
  return { objects, match: createMatcher(objects) };
}
