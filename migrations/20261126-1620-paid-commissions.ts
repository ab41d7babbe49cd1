import { tablesMigration } from "./table.ts";

/** What brokers pay for each row of their statements. It outlives the file. */
export default tablesMigration("20261126-1620-paid-commissions", (type) => ({
  paidCommissions: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      platformId: `${type.id} NOT NULL`,
      statementId: `${type.id} NULL`,
      fileName: `${type.text(200)} NOT NULL`,
      uploadedAt: `${type.time} NOT NULL`,
      line: `${type.integer} NOT NULL`,
      grain: `${type.ascii(12)} NOT NULL`,
      day: `${type.day} NOT NULL`,
      clientHash: `${type.ascii(64)} NOT NULL`,
      submissionIds: `${type.longText} NOT NULL`,
      amount: `${type.money} NULL`,
      fee: `${type.money} NULL`,
      currency: `${type.ascii(3)} NULL`,
      paid: `${type.money} NOT NULL`,
      paidCurrency: `${type.ascii(3)} NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "paidCommissions_line", columns: ["statementId", "line"], isUnique: true },
      { name: "paidCommissions_day", columns: ["workspaceId", "platformId", "day"] },
    ],
    references: [
      { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
      { column: "platformId", table: "platforms", onDelete: "CASCADE" },
      { column: "statementId", table: "statements", onDelete: "SET NULL" },
    ],
  },
}));
