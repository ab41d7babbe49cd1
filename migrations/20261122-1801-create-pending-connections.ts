import { tableMigration } from "./table.ts";

/** Credentials that the ad platform accepted, kept a quarter of an hour until the asset is chosen. */
export default tableMigration("20261122-1801-create-pending-connections", (type) => ({
  name: "pendingConnections",
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
}));
