import { id, string, stringOrNull, table, timestamp } from "#app/database/columns.server.ts";

/** A campaign, ad set or ad that spend names. Unique is (workspaceId, adPlatform, level, objectKey). */
export class AdObject extends table("adObjects", {
  id: id(),
  workspaceId: string(),
  adPlatform: string(),
  /** Empty where nobody said it. */
  accountId: string(),
  level: string<"campaign" | "adSet" | "ad">(),
  /** The campaign of an ad set, the ad set or campaign of an ad. */
  parentId: stringOrNull(),
  /** The ad platform's id; null where only a name is known. */
  objectId: stringOrNull(),
  /** The platform's id, or without one a hash of the parent and `nameKey`. */
  objectKey: string(),
  /** As the ad platform spelled it last. */
  name: string(),
  /** The name as names are compared. */
  nameKey: string(),
  /** The owner's rule: whose claims a campaign's are, of this source. */
  source: stringOrNull(),
  createdAt: timestamp(),
}) {}
