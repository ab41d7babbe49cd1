import { addColumns, columnTypes, dropColumns, type Migration, tablesMigration } from "./table.ts";

const tables = tablesMigration("20261126-1400-statements", (type) => ({
  // What a broker's back office lets its affiliate download, to check claims with.
  statements: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      platformId: `${type.id} NOT NULL`,
      userId: `${type.id} NULL`,
      version: `${type.integer} NOT NULL`,
      fileName: `${type.text(200)} NOT NULL`,
      fileHash: `${type.ascii(64)} NOT NULL`,
      activeHash: `${type.ascii(64)} NULL`,
      bytes: `${type.integer} NOT NULL`,
      sheet: `${type.integer} NULL`,
      sheets: `${type.longText} NOT NULL`,
      answers: `${type.longText} NOT NULL`,
      columns: `${type.longText} NULL`,
      result: `${type.longText} NULL`,
      rowCount: `${type.integer} NOT NULL`,
      error: `${type.text(500)} NULL`,
      state: `${type.ascii(10)} NOT NULL`,
      dueAt: `${type.time} NULL`,
      leaseToken: `${type.id} NULL`,
      attemptCount: `${type.integer} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
      expiresAt: `${type.time} NOT NULL`,
      decidedAt: `${type.time} NULL`,
      undoneAt: `${type.time} NULL`,
    },
    primaryKey: ["id"],
    keys: [
      // The same bytes for the same broker are one statement.
      { name: "statements_file", columns: ["workspaceId", "platformId", "activeHash"], isUnique: true },
      { name: "statements_due", columns: ["state", "dueAt"] },
      { name: "statements_newest", columns: ["workspaceId", "createdAt"] },
      { name: "statements_expiry", columns: ["expiresAt"] },
    ],
    references: [
      { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
      { column: "platformId", table: "platforms", onDelete: "CASCADE" },
    ],
  },
  statementParts: {
    columns: {
      statementId: `${type.id} NOT NULL`,
      number: `${type.integer} NOT NULL`,
      content: `${type.picture} NOT NULL`,
    },
    primaryKey: ["statementId", "number"],
    references: [{ column: "statementId", table: "statements", onDelete: "CASCADE" }],
  },
  statementRows: {
    columns: {
      statementId: `${type.id} NOT NULL`,
      line: `${type.integer} NOT NULL`,
      cells: `${type.longText} NOT NULL`,
    },
    primaryKey: ["statementId", "line"],
    references: [{ column: "statementId", table: "statements", onDelete: "CASCADE" }],
  },
  // What matching found, in the order in which it is shown; written anew with each version.
  statementMatches: {
    columns: {
      id: `${type.id} NOT NULL`,
      statementId: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      number: `${type.integer} NOT NULL`,
      matchGroup: `${type.ascii(16)} NOT NULL`,
      submissionIds: `${type.longText} NOT NULL`,
      lines: `${type.longText} NOT NULL`,
      verifiedAmount: `${type.money} NULL`,
      currency: `${type.ascii(3)} NULL`,
      score: `${type.real} NOT NULL`,
      details: `${type.longText} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [{ name: "statementMatches_order", columns: ["statementId", "matchGroup", "number"] }],
    references: [{ column: "statementId", table: "statements", onDelete: "CASCADE" }],
  },
  // Which statement decided a claim, and by which lines. It outlives the file.
  statementEvidence: {
    columns: {
      submissionId: `${type.id} NOT NULL`,
      statementId: `${type.id} NULL`,
      workspaceId: `${type.id} NOT NULL`,
      jobId: `${type.id} NULL`,
      fileName: `${type.text(200)} NOT NULL`,
      fileHash: `${type.ascii(64)} NOT NULL`,
      lines: `${type.longText} NOT NULL`,
      reasons: `${type.longText} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["submissionId"],
    keys: [{ name: "statementEvidence_statement", columns: ["statementId"] }],
    references: [
      { column: "submissionId", table: "submissions", onDelete: "CASCADE" },
      { column: "statementId", table: "statements", onDelete: "SET NULL" },
    ],
  },
  // The columns of a broker's files, as they were confirmed: the next file asks nothing.
  rememberedColumns: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      platformId: `${type.id} NOT NULL`,
      headingHash: `${type.ascii(64)} NOT NULL`,
      answers: `${type.longText} NOT NULL`,
      updatedAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      {
        name: "rememberedColumns_headings",
        columns: ["workspaceId", "platformId", "headingHash"],
        isUnique: true,
      },
    ],
    references: [
      { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
      { column: "platformId", table: "platforms", onDelete: "CASCADE" },
    ],
  },
}));

/** Statements of brokers, and the decisions that they make. */
export default {
  name: tables.name,
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await tables.up(queryInterface);
    await addColumns(queryInterface, "bulkJobs", {
      statementId: `${type.id} NULL`,
      holdSeconds: `${type.integer} NOT NULL DEFAULT 0`,
    });
    await addColumns(queryInterface, "bulkJobItems", {
      amount: `${type.money} NULL`,
      currency: `${type.ascii(3)} NULL`,
    });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "bulkJobItems", ["amount", "currency"]);
    await dropColumns(queryInterface, "bulkJobs", ["statementId", "holdSeconds"]);
    await tables.down(queryInterface);
  },
} satisfies Migration;
