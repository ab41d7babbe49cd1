import { tablesMigration } from "./table.ts";

/** Files while they arrive: none is held in memory as a whole. */
export default tablesMigration("20261126-1510-upload-parts", (type) => ({
  uploadParts: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      uploadId: `${type.id} NOT NULL`,
      number: `${type.integer} NOT NULL`,
      content: `${type.picture} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "uploadParts_order", columns: ["uploadId", "number"], isUnique: true },
      { name: "uploadParts_age", columns: ["createdAt"] },
    ],
    references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
  },
}));
