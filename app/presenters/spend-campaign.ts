import type { AdObject } from "#app/models/index.server.ts";

/** A campaign with spend, for /api. */
export const presentCampaign = ({ id, adPlatform, accountId, objectId, name, source }: AdObject) => ({
  id,
  adPlatform,
  accountId,
  objectId,
  name,
  source,
});
