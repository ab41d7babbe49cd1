import type { NonAttribute } from "sequelize";
import { boolean, id, string, stringOrNull, table, timestamp } from "#app/database/columns.server.ts";
import type { User } from "./user.server.ts";

/** A later amount of a verified submission: the amount before, the new one, by whom and why. */
export class Correction extends table("corrections", {
  id: id(),
  workspaceId: string(),
  submissionId: string(),
  /** Null for a program with an API key. */
  userId: stringOrNull(),
  isChargeback: boolean(),
  fromAmount: stringOrNull(),
  fromCurrency: stringOrNull(),
  amount: string(),
  currency: string(),
  reason: stringOrNull(),
  createdAt: timestamp(),
}) {
  declare user?: NonAttribute<User | null>;
}
