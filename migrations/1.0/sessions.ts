import { tablesMigration } from "../table.ts";

export default tablesMigration("1.0/sessions", (type) => ({
  sessions: {
    columns: {
      id: `${type.id} NOT NULL`,
      userId: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NULL`,
      supportAccessId: `${type.id} NULL`,
      tokenHash: `${type.ascii(64)} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
      authenticatedAt: `${type.time} NOT NULL`,
      lastUsedAt: `${type.time} NOT NULL`,
      expiresAt: `${type.time} NOT NULL`,
      endedAt: `${type.time} NULL`,
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
  },
  knownDevices: {
    columns: {
      id: `${type.id} NOT NULL`,
      userId: `${type.id} NOT NULL`,
      deviceHash: `${type.ascii(64)} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
      lastSeenAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [{ name: "knownDevices_device", columns: ["userId", "deviceHash"], isUnique: true }],
    references: [{ column: "userId", table: "users", onDelete: "CASCADE" }],
  },
  // The time in which administrators may work in a workspace.
  supportAccesses: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      userId: `${type.id} NOT NULL`,
      // The workspace while nobody has ended it: the unique key then holds one per workspace.
      openIn: `${type.id} NULL`,
      createdAt: `${type.time} NOT NULL`,
      expiresAt: `${type.time} NOT NULL`,
      endedAt: `${type.time} NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "supportAccesses_open", columns: ["openIn"], isUnique: true },
      { name: "supportAccesses_user", columns: ["userId"] },
      { name: "supportAccesses_owner", columns: ["workspaceId"] },
    ],
    references: [
      { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
      { column: "userId", table: "users", onDelete: "CASCADE" },
    ],
  },
}));
