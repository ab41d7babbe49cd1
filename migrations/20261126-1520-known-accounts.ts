import { addColumns, columnTypes, dropColumns, type Migration, tablesMigration } from "./table.ts";

const tables = tablesMigration("20261126-1520-known-accounts", (type) => ({
  // The account numbers of a person at a broker, as decisions from statements have taught them.
  knownAccounts: {
    columns: {
      // The claim that taught it.
      submissionId: `${type.id} NOT NULL`,
      accountKey: `${type.exact(100)} NOT NULL`,
      account: `${type.text(100)} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      platformId: `${type.id} NOT NULL`,
      emailHash: `${type.ascii(64)} NOT NULL`,
      phoneHash: `${type.ascii(64)} NOT NULL`,
      fileName: `${type.text(200)} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["submissionId", "accountKey"],
    keys: [
      { name: "knownAccounts_email", columns: ["workspaceId", "platformId", "emailHash"] },
      { name: "knownAccounts_phone", columns: ["workspaceId", "platformId", "phoneHash"] },
    ],
    references: [{ column: "submissionId", table: "submissions", onDelete: "CASCADE" }],
  },
  // Erased people who may still be in statements.
  statementErasures: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      person: `${type.longText} NOT NULL`,
      state: `${type.ascii(10)} NOT NULL`,
      dueAt: `${type.time} NULL`,
      leaseToken: `${type.id} NULL`,
      attemptCount: `${type.integer} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "statementErasures_due", columns: ["state", "dueAt"] },
      { name: "statementErasures_workspace", columns: ["workspaceId"] },
    ],
    references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
  },
}));

/** What statements teach of people, and what erases people from statements. */
export default {
  name: tables.name,
  async up(queryInterface) {
    await tables.up(queryInterface);
    await addColumns(queryInterface, "statementEvidence", {
      accounts: `${columnTypes(queryInterface).longText} NULL`,
    });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "statementEvidence", ["accounts"]);
    await tables.down(queryInterface);
  },
} satisfies Migration;
