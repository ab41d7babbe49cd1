import { id, string, stringOrNull, table, timestamp } from "#app/database/columns.server.ts";
import type { PostbackOutcome } from "#app/lib/postbacks.ts";

/** A call of a broker, as it was sent, without its secret. */
export class Postback extends table("postbacks", {
  id: id(),
  workspaceId: string(),
  platformId: string(),
  /** `later` waits for all that is new, because more came in a minute than a broker has. `shut` is never read. */
  state: string<"new" | "later" | "done" | "shut">(),
  receivedAt: timestamp(),
  ip: stringOrNull(),
  /** As sent; empty once its person is erased, and where it repeats another one. */
  query: string(),
  body: stringOrNull(),
  bodyType: stringOrNull<"form" | "json">(),
  /** What came of it; null while it waits. */
  outcome: stringOrNull<PostbackOutcome>(),
  /** A sentence for its owner. */
  problem: stringOrNull(),
  /** The broker's row that it is. */
  rowId: stringOrNull(),
}) {}
