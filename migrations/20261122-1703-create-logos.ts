import { tableMigration } from "./table.ts";

export default tableMigration("20261122-1703-create-logos", (type) => ({
  name: "logos",
  columns: {
    hash: `${type.ascii(64)} NOT NULL`,
    workspaceId: `${type.id} NOT NULL`,
    mediaType: `${type.ascii(20)} NOT NULL`,
    content: `${type.picture} NOT NULL`,
    createdAt: `${type.time} NOT NULL`,
  },
  primaryKey: ["hash"],
  keys: [{ name: "logos_owner", columns: ["workspaceId", "createdAt"] }],
  references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
}));
