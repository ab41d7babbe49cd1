import { addColumns, columnTypes, dropColumns, type Migration, tablesMigration } from "./table.ts";

const tables = tablesMigration("20261126-1540-later-claims", (type) => ({
  // The strong keys of a statement's rows as keyed hashes: they stay matchable after the file is deleted.
  statementKeys: {
    columns: {
      statementId: `${type.id} NOT NULL`,
      keyHash: `${type.ascii(64)} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      rows: `${type.longText} NOT NULL`,
    },
    primaryKey: ["statementId", "keyHash"],
    keys: [{ name: "statementKeys_found", columns: ["workspaceId", "keyHash"] }],
    references: [{ column: "statementId", table: "statements", onDelete: "CASCADE" }],
  },
  // Claims that came after a statement was uploaded, and that it confirms.
  laterClaims: {
    columns: {
      statementId: `${type.id} NOT NULL`,
      submissionId: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
    },
    primaryKey: ["statementId", "submissionId"],
    keys: [
      { name: "laterClaims_workspace", columns: ["workspaceId", "submissionId"] },
      { name: "laterClaims_submission", columns: ["submissionId"] },
    ],
    references: [
      { column: "statementId", table: "statements", onDelete: "CASCADE" },
      { column: "submissionId", table: "submissions", onDelete: "CASCADE" },
    ],
  },
}));

/** Claims that come later are matched with the statements that are there. */
export default {
  name: tables.name,
  async up(queryInterface) {
    await tables.up(queryInterface);
    const { time } = columnTypes(queryInterface);
    await addColumns(queryInterface, "statements", { fileDeletedAt: `${time} NULL` });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "statements", ["fileDeletedAt"]);
    await tables.down(queryInterface);
  },
} satisfies Migration;
