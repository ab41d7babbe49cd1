import { integer, primaryKey, string, table } from "#app/database/columns.server.ts";
import type { PostbackRefusal } from "#app/lib/postbacks.ts";

/** How many calls were refused on a day (UTC). Nothing of them is stored. */
export class RefusedPostback extends table("refusedPostbacks", {
  /** Empty for an unknown token. */
  platformId: primaryKey(string()),
  day: primaryKey(string()),
  reason: primaryKey(string<PostbackRefusal>()),
  count: integer(),
}) {}
