import { tableMigration } from "./table.ts";

/** What a member is told: one row for each event, or for all of one type within ten minutes. */
export default tableMigration("20261123-0300-create-notifications", (type) => ({
  name: "notifications",
  columns: {
    id: `${type.id} NOT NULL`,
    userId: `${type.id} NOT NULL`,
    workspaceId: `${type.id} NULL`,
    kind: `${type.ascii(20)} NOT NULL`,
    type: `${type.ascii(30)} NOT NULL`,
    groupKey: `${type.ascii(100)} NOT NULL`,
    payload: `${type.longText} NOT NULL`,
    count: `${type.integer} NOT NULL`,
    isInApp: `${type.boolean} NOT NULL`,
    readAt: `${type.time} NULL`,
    emailDueAt: `${type.time} NULL`,
    emailedAt: `${type.time} NULL`,
    emailedCount: `${type.integer} NOT NULL`,
    createdAt: `${type.time} NOT NULL`,
    updatedAt: `${type.time} NOT NULL`,
  },
  primaryKey: ["id"],
  keys: [
    { name: "notifications_group", columns: ["userId", "groupKey"], isUnique: true },
    { name: "notifications_unread", columns: ["userId", "readAt"] },
    { name: "notifications_latest", columns: ["userId", "updatedAt"] },
    { name: "notifications_workspace", columns: ["workspaceId"] },
    { name: "notifications_email", columns: ["emailDueAt"] },
  ],
  references: [
    { column: "userId", table: "users", onDelete: "CASCADE" },
    { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
  ],
}));
