import { tableMigration } from "./table.ts";

export default tableMigration("20261121-0901-create-sessions", (type) => ({
  name: "sessions",
  columns: {
    id: `${type.id} NOT NULL`,
    userId: `${type.id} NOT NULL`,
    tokenHash: `${type.ascii(64)} NOT NULL`,
    createdAt: `${type.time} NOT NULL`,
    lastUsedAt: `${type.time} NOT NULL`,
    expiresAt: `${type.time} NOT NULL`,
    endedAt: `${type.time} NULL`,
    provenAt: `${type.time} NOT NULL`,
    ip: `${type.ascii(45)} NULL`,
    userAgent: `${type.text(512)} NULL`,
    deviceId: `${type.text(64)} NULL`,
    deviceFingerprint: `${type.text(64)} NULL`,
  },
  primaryKey: ["id"],
  keys: [
    { name: "sessions_token", columns: ["tokenHash"], isUnique: true },
    { name: "sessions_user", columns: ["userId", "endedAt"] },
  ],
  references: [{ column: "userId", table: "users", onDelete: "CASCADE" }],
}));
