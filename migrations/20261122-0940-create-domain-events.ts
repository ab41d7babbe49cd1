import { tableMigration } from "./table.ts";

export default tableMigration("20261122-0940-create-domain-events", (type) => ({
  name: "domainEvents",
  columns: {
    id: `${type.id} NOT NULL`,
    userId: `${type.id} NOT NULL`,
    type: `${type.ascii(40)} NOT NULL`,
    subjectId: `${type.id} NOT NULL`,
    payload: `${type.longText} NOT NULL`,
    createdAt: `${type.time} NOT NULL`,
  },
  primaryKey: ["id"],
  keys: [
    { name: "domainEvents_owner", columns: ["userId"] },
    { name: "domainEvents_age", columns: ["createdAt"] },
  ],
  references: [{ column: "userId", table: "users", onDelete: "CASCADE" }],
}));
