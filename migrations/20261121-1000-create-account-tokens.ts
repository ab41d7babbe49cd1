import { tableMigration } from "./table.ts";

export default tableMigration("20261121-1000-create-account-tokens", (type) => ({
  name: "accountTokens",
  columns: {
    id: `${type.id} NOT NULL`,
    userId: `${type.id} NOT NULL`,
    purpose: `${type.ascii(20)} NOT NULL`,
    tokenHash: `${type.ascii(64)} NOT NULL`,
    email: `${type.text(254)} NULL`,
    createdAt: `${type.time} NOT NULL`,
    expiresAt: `${type.time} NOT NULL`,
    usedAt: `${type.time} NULL`,
  },
  primaryKey: ["id"],
  keys: [
    { name: "accountTokens_token", columns: ["tokenHash"], isUnique: true },
    { name: "accountTokens_user", columns: ["userId", "purpose"] },
    { name: "accountTokens_expiry", columns: ["expiresAt"] },
  ],
  references: [{ column: "userId", table: "users", onDelete: "CASCADE" }],
}));
