import { tablesMigration } from "../table.ts";

export default tablesMigration("1.0/list-exports", (type) => ({
  // Large exports of the list of submissions, written in the background, with their files in parts.
  listExports: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      userId: `${type.id} NOT NULL`,
      format: `${type.ascii(4)} NOT NULL`,
      query: `${type.longText} NOT NULL`,
      total: `${type.integer} NOT NULL`,
      writtenCount: `${type.integer} NOT NULL`,
      state: `${type.ascii(10)} NOT NULL`,
      dueAt: `${type.time} NULL`,
      leaseToken: `${type.id} NULL`,
      attemptCount: `${type.integer} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
      finishedAt: `${type.time} NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "listExports_due", columns: ["state", "dueAt"] },
      { name: "listExports_owner", columns: ["workspaceId", "userId", "createdAt"] },
      { name: "listExports_age", columns: ["createdAt"] },
    ],
    references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
  },
  listExportParts: {
    columns: {
      exportId: `${type.id} NOT NULL`,
      number: `${type.integer} NOT NULL`,
      content: `${type.picture} NOT NULL`,
    },
    primaryKey: ["exportId", "number"],
    references: [{ column: "exportId", table: "listExports", onDelete: "CASCADE" }],
  },
}));
