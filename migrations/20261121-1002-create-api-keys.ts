import { tableMigration } from "./table.ts";

export default tableMigration("20261121-1002-create-api-keys", (type) => ({
  name: "apiKeys",
  columns: {
    id: `${type.id} NOT NULL`,
    userId: `${type.id} NOT NULL`,
    name: `${type.text(100)} NOT NULL`,
    prefix: `${type.ascii(16)} NOT NULL`,
    keyHash: `${type.ascii(64)} NOT NULL`,
    scopes: `${type.ascii(255)} NOT NULL`,
    createdAt: `${type.time} NOT NULL`,
    expiresAt: `${type.time} NULL`,
    lastUsedAt: `${type.time} NULL`,
    revokedAt: `${type.time} NULL`,
  },
  primaryKey: ["id"],
  keys: [
    { name: "apiKeys_key", columns: ["keyHash"], isUnique: true },
    { name: "apiKeys_user", columns: ["userId", "revokedAt"] },
  ],
  references: [{ column: "userId", table: "users", onDelete: "CASCADE" }],
}));
