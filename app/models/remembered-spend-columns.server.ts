import { id, string, table, timestamp } from "#app/database/columns.server.ts";

/** How spend files with these headings are read. Unique is (workspaceId, headingHash). */
export class RememberedSpendColumns extends table("rememberedSpendColumns", {
  id: id(),
  workspaceId: string(),
  /** SHA-256 of the headings in plain form. */
  headingHash: string(),
  /** What the owner said, as JSON. */
  answers: string(),
  updatedAt: timestamp(),
}) {}
