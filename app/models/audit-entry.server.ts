import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { id, string, stringOrNull, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { AuditAction } from "#app/lib/domain.ts";

/** One act of administration or support: who did what to whom, when and from where. */
export class AuditEntry extends Model<InferAttributes<AuditEntry>, InferCreationAttributes<AuditEntry>> {
  declare id: CreationOptional<string>;
  declare action: AuditAction;
  declare actorUserId: string | null;
  /** The username at that time: it stays readable after the account is deleted. */
  declare actorName: string;
  declare targetUserId: string | null;
  declare targetName: string | null;
  /** "user to admin", "pro, €49.00" */
  declare detail: string | null;
  declare ip: string | null;
  declare createdAt: Date;
}

AuditEntry.init(
  {
    id: id(),
    action: string(),
    actorUserId: stringOrNull(),
    actorName: string(),
    targetUserId: stringOrNull(),
    targetName: stringOrNull(),
    detail: stringOrNull(),
    ip: stringOrNull(),
    createdAt: timestamp(),
  },
  { sequelize, tableName: "auditEntries" },
);
