import { tableMigration } from "./table.ts";

export default tableMigration("20261121-1003-create-identities", (type) => ({
  name: "identities",
  columns: {
    id: `${type.id} NOT NULL`,
    userId: `${type.id} NOT NULL`,
    provider: `${type.ascii(20)} NOT NULL`,
    issuer: `${type.exact(255)} NOT NULL`,
    subject: `${type.exact(255)} NOT NULL`,
    email: `${type.text(254)} NULL`,
    createdAt: `${type.time} NOT NULL`,
    lastUsedAt: `${type.time} NOT NULL`,
  },
  primaryKey: ["id"],
  keys: [
    { name: "identities_subject", columns: ["issuer", "subject"], isUnique: true },
    { name: "identities_user", columns: ["userId"] },
  ],
  references: [{ column: "userId", table: "users", onDelete: "CASCADE" }],
}));
