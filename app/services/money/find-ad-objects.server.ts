import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { AdObject } from "#app/models/index.server.ts";
import type { KnownAdObject } from "./match-claims.ts";

/** The campaigns, ad sets and ads of a workspace's spend. */
export const findAdObjects = (workspaceId: string): Promise<KnownAdObject[]> =>
  retryRead(() =>
    findRows(AdObject, {
      attributes: ["id", "adPlatform", "level", "parentId", "objectId", "name", "nameKey", "source"],
      where: { workspaceId },
    }),
  );
