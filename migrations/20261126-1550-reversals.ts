import { tablesMigration } from "./table.ts";

/** Rows of statements that take back what a claim reports. They outlive the file, by its name. */
export default tablesMigration("20261126-1550-reversals", (type) => ({
  reversals: {
    columns: {
      submissionId: `${type.id} NOT NULL`,
      statementId: `${type.id} NOT NULL`,
      line: `${type.integer} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      fileName: `${type.text(200)} NOT NULL`,
      at: `${type.time} NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["submissionId", "statementId", "line"],
    keys: [{ name: "reversals_statement", columns: ["statementId"] }],
    references: [{ column: "submissionId", table: "submissions", onDelete: "CASCADE" }],
  },
}));
