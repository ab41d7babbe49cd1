import { tableMigration } from "./table.ts";

/** A list of claims with its filters under a name, for its user or the whole workspace. */
export default tableMigration("20261122-2304-create-saved-views", (type) => ({
  name: "savedViews",
  columns: {
    id: `${type.id} NOT NULL`,
    workspaceId: `${type.id} NOT NULL`,
    userId: `${type.id} NOT NULL`,
    name: `${type.text(60)} NOT NULL`,
    query: `${type.text(1000)} NOT NULL`,
    isShared: `${type.boolean} NOT NULL`,
    createdAt: `${type.time} NOT NULL`,
  },
  primaryKey: ["id"],
  keys: [{ name: "savedViews_by_workspace", columns: ["workspaceId", "createdAt"] }],
  references: [
    { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
    { column: "userId", table: "users", onDelete: "CASCADE" },
  ],
}));
