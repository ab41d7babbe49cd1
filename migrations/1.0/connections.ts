import { tablesMigration } from "../table.ts";

export default tablesMigration("1.0/connections", (type) => ({
  connections: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      adPlatform: `${type.ascii(12)} NOT NULL`,
      status: `${type.ascii(12)} NOT NULL`,
      credential: `${type.longText} NOT NULL`,
      tokenEnding: `${type.ascii(8)} NOT NULL`,
      assetId: `${type.ascii(36)} NOT NULL`,
      assetName: `${type.text(200)} NULL`,
      settings: `${type.longText} NULL`,
      testModeUntil: `${type.time} NULL`,
      connectedAt: `${type.time} NOT NULL`,
      lastCheckedAt: `${type.time} NULL`,
      lastAcceptedAt: `${type.time} NULL`,
      lastError: `${type.text(500)} NULL`,
      failureCount: `${type.integer} NOT NULL DEFAULT 0`,
      // No claims before this moment: a connection that is limited or failing rests without holding up others.
      pausedUntil: `${type.time} NULL`,
    },
    primaryKey: ["id"],
    keys: [{ name: "connections_owner", columns: ["workspaceId", "adPlatform"], isUnique: true }],
    references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
  },
  // Credentials that the ad platform accepted, kept a quarter of an hour until the asset is chosen.
  pendingConnections: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      sessionId: `${type.id} NOT NULL`,
      adPlatform: `${type.ascii(12)} NOT NULL`,
      credential: `${type.longText} NOT NULL`,
      assets: `${type.longText} NOT NULL`,
      expiresAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      {
        name: "pendingConnections_session",
        columns: ["sessionId", "workspaceId", "adPlatform"],
        isUnique: true,
      },
      { name: "pendingConnections_workspace", columns: ["workspaceId"] },
      { name: "pendingConnections_expiry", columns: ["expiresAt"] },
    ],
    references: [
      { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
      { column: "sessionId", table: "sessions", onDelete: "CASCADE" },
    ],
  },
  // When the next call to an ad platform may leave.
  adPlatformPaces: {
    columns: {
      // The connection's id, or the ad platform's for a pace of the whole product.
      id: `${type.ascii(36)} NOT NULL`,
      connectionId: `${type.id} NULL`,
      nextAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    references: [{ column: "connectionId", table: "connections", onDelete: "CASCADE" }],
  },
}));
