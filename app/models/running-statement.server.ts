import {
  primaryKey,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";

/** What a broker calls back and answers: it begins with the first row, or with the settings of one. */
export class RunningStatement extends table("runningStatements", {
  platformId: primaryKey(string()),
  workspaceId: string(),
  /** The last claim of before whose keys are stored. */
  lastKeyedId: stringOrNull(),
  /** When those of all claims of before were; no row is matched earlier. */
  keyedAt: timestampOrNull(),
  createdAt: timestamp(),
}) {}
