import { primaryKey, string, table, timestamp } from "#app/database/columns.server.ts";

/** A slug that a workspace's form has or had. The others lead to the current one. */
export class FormSlug extends table("formSlugs", {
  slug: primaryKey(string()),
  workspaceId: string(),
  createdAt: timestamp(),
}) {}
