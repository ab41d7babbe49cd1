import { tableMigration } from "./table.ts";

/** Each later amount of a verified submission: the amount before, the new one, by whom and why. */
export default tableMigration("20261123-0501-create-corrections", (type) => ({
  name: "corrections",
  columns: {
    id: `${type.id} NOT NULL`,
    workspaceId: `${type.id} NOT NULL`,
    submissionId: `${type.id} NOT NULL`,
    userId: `${type.id} NULL`,
    isChargeback: `${type.boolean} NOT NULL`,
    fromAmount: `${type.money} NULL`,
    fromCurrency: `${type.ascii(3)} NULL`,
    amount: `${type.money} NOT NULL`,
    currency: `${type.ascii(3)} NOT NULL`,
    reason: `${type.text(500)} NULL`,
    createdAt: `${type.time} NOT NULL`,
  },
  primaryKey: ["id"],
  keys: [{ name: "corrections_submission", columns: ["submissionId", "createdAt"] }],
  references: [{ column: "submissionId", table: "submissions", onDelete: "CASCADE" }],
}));
