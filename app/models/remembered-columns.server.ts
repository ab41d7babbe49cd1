import { id, string, table, timestamp } from "#app/database/columns.server.ts";

/** How files with these headings are read. Unique is (workspaceId, platformId, headingHash). */
export class RememberedColumns extends table("rememberedColumns", {
  id: id(),
  workspaceId: string(),
  platformId: string(),
  /** SHA-256 of the headings in plain form. */
  headingHash: string(),
  /** What the owner said, as JSON. */
  answers: string(),
  updatedAt: timestamp(),
}) {}
