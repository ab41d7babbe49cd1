import { tableMigration } from "./table.ts";

export default tableMigration("20261122-0940-create-domain-events", (type) => ({
  name: "domainEvents",
  columns: {
    id: `${type.id} NOT NULL`,
    workspaceId: `${type.id} NOT NULL`,
    type: `${type.ascii(40)} NOT NULL`,
    subjectId: `${type.id} NOT NULL`,
    payload: `${type.longText} NOT NULL`,
    createdAt: `${type.time} NOT NULL`,
  },
  primaryKey: ["id"],
  keys: [
    { name: "domainEvents_workspace", columns: ["workspaceId"] },
    { name: "domainEvents_age", columns: ["createdAt"] },
  ],
  references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
}));
