import { boolean, id, string, table, timestamp } from "#app/database/columns.server.ts";

/** A list of claims with its filters under a name. */
export class SavedView extends table("savedViews", {
  id: id(),
  workspaceId: string(),
  userId: string(),
  name: string(),
  /** The query string of the list. */
  query: string(),
  isShared: boolean(),
  createdAt: timestamp(),
}) {}
