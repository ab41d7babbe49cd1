import { tableMigration } from "./table.ts";

/** Without references: an entry outlives the accounts that it names. */
export default tableMigration("20261123-0200-create-audit-entries", (type) => ({
  name: "auditEntries",
  columns: {
    id: `${type.id} NOT NULL`,
    action: `${type.ascii(40)} NOT NULL`,
    actorUserId: `${type.id} NULL`,
    actorName: `${type.text(100)} NOT NULL`,
    targetUserId: `${type.id} NULL`,
    targetName: `${type.text(100)} NULL`,
    detail: `${type.text(255)} NULL`,
    ip: `${type.ascii(45)} NULL`,
    createdAt: `${type.time} NOT NULL`,
  },
  primaryKey: ["id"],
  keys: [
    { name: "auditEntries_created", columns: ["createdAt"] },
    { name: "auditEntries_target", columns: ["targetUserId", "createdAt"] },
  ],
}));
