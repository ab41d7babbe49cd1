import { tableMigration } from "./table.ts";

export default tableMigration("20261121-0908-create-connections", (type) => ({
  name: "connections",
  columns: {
    id: `${type.id} NOT NULL`,
    userId: `${type.id} NOT NULL`,
    provider: `${type.ascii(12)} NOT NULL`,
    status: `${type.ascii(12)} NOT NULL`,
    credential: `${type.longText} NOT NULL`,
    tokenEnding: `${type.ascii(8)} NOT NULL`,
    pixelId: `${type.ascii(36)} NOT NULL`,
    pixelName: `${type.text(200)} NULL`,
    testEventCode: `${type.ascii(40)} NULL`,
    connectedAt: `${type.time} NOT NULL`,
    lastCheckedAt: `${type.time} NULL`,
    lastAcceptedAt: `${type.time} NULL`,
    lastError: `${type.text(500)} NULL`,
    // No claims before this moment: a connection that is limited or failing rests without holding up others.
    pausedUntil: `${type.time} NULL`,
  },
  primaryKey: ["id"],
  keys: [{ name: "connections_owner", columns: ["userId", "provider"], isUnique: true }],
  references: [{ column: "userId", table: "users", onDelete: "CASCADE" }],
}));
