import { primaryKey, string, stringOrNull, table, timestamp } from "#app/database/columns.server.ts";

/** A slug that a form has or had. The others lead to the current one. */
export class FormSlug extends table("formSlugs", {
  slug: primaryKey(string()),
  workspaceId: string(),
  /** Null where an older version wrote it, which knew one form for each workspace. */
  formId: stringOrNull(),
  createdAt: timestamp(),
}) {}
