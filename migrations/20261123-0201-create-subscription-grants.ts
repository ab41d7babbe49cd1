import { tableMigration } from "./table.ts";

/** A grant stays when its workspace is deleted: what was sold stays sold. */
export default tableMigration("20261123-0201-create-subscription-grants", (type) => ({
  name: "subscriptionGrants",
  columns: {
    id: `${type.id} NOT NULL`,
    workspaceId: `${type.id} NULL`,
    plan: `${type.ascii(20)} NOT NULL`,
    amount: `${type.money} NOT NULL`,
    currency: `${type.ascii(3)} NOT NULL`,
    createdAt: `${type.time} NOT NULL`,
    endsAt: `${type.time} NULL`,
    endedAt: `${type.time} NULL`,
    openIn: `${type.id} NULL`,
  },
  primaryKey: ["id"],
  keys: [
    { name: "subscriptionGrants_open", columns: ["openIn"], isUnique: true },
    { name: "subscriptionGrants_created", columns: ["createdAt"] },
    { name: "subscriptionGrants_owner", columns: ["workspaceId", "createdAt"] },
    { name: "subscriptionGrants_due", columns: ["endedAt", "endsAt"] },
  ],
  references: [{ column: "workspaceId", table: "workspaces", onDelete: "SET NULL" }],
}));
