import { tableMigration } from "./table.ts";

/** The weeks that a workspace was sent a summary of, by their Monday. */
export default tableMigration("20261123-0302-create-weekly-summaries", (type) => ({
  name: "weeklySummaries",
  columns: {
    workspaceId: `${type.id} NOT NULL`,
    week: `${type.day} NOT NULL`,
    createdAt: `${type.time} NOT NULL`,
  },
  primaryKey: ["workspaceId", "week"],
  references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
}));
