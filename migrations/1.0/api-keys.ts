import { tablesMigration } from "../table.ts";

export default tablesMigration("1.0/api-keys", (type) => ({
  apiKeys: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      name: `${type.text(100)} NOT NULL`,
      prefix: `${type.ascii(16)} NOT NULL`,
      keyHash: `${type.ascii(64)} NOT NULL`,
      scopes: `${type.ascii(255)} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
      expiresAt: `${type.time} NULL`,
      lastUsedAt: `${type.time} NULL`,
      revokedAt: `${type.time} NULL`,
      createdByUserId: `${type.id} NULL`,
      creatorName: `${type.text(100)} NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "apiKeys_key", columns: ["keyHash"], isUnique: true },
      { name: "apiKeys_user", columns: ["workspaceId", "revokedAt"] },
      { name: "apiKeys_maker", columns: ["createdByUserId"] },
    ],
    references: [
      { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
      { column: "createdByUserId", table: "users", onDelete: "SET NULL" },
    ],
  },
}));
