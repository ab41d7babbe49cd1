import { id, string, stringOrNull, table, timestamp } from "#app/database/columns.server.ts";
import type { AuditAction } from "#app/lib/domain.ts";

/** One act of administration or support: who did what to whom, when and from where. */
export class AuditEntry extends table("auditEntries", {
  id: id(),
  action: string<AuditAction>(),
  actorUserId: stringOrNull(),
  /** The username at that time: it stays readable after the account is deleted. */
  actorName: string(),
  targetUserId: stringOrNull(),
  targetName: stringOrNull(),
  /** "user to admin", "pro, €49.00" */
  detail: stringOrNull(),
  ip: stringOrNull(),
  createdAt: timestamp(),
}) {}
