import { integer, primaryKey, string, table, timestamp } from "#app/database/columns.server.ts";

/** A waiting claim that a broker's API is asked about. */
export class BrokerQuestion extends table("brokerQuestions", {
  submissionId: primaryKey(string()),
  workspaceId: string(),
  connectionId: string(),
  askCount: integer(),
  dueAt: timestamp(),
}) {}
