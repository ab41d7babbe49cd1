import { tablesMigration } from "../table.ts";

export default tablesMigration("1.0/commissions", (type) => ({
  // The commission of each verified amount with its tier and rate.
  commissions: {
    columns: {
      submissionId: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      platformId: `${type.id} NOT NULL`,
      month: `${type.ascii(7)} NOT NULL`,
      amount: `${type.money} NOT NULL`,
      currency: `${type.ascii(3)} NOT NULL`,
      // Null where no tier held, or where there is no rate to the tiers' currency.
      tierName: `${type.text(50)} NULL`,
      tierType: `${type.ascii(10)} NULL`,
      tierValue: `${type.money} NULL`,
      tierCurrency: `${type.ascii(3)} NULL`,
      monthTotal: `${type.sum} NULL`,
      rate: `${type.ascii(40)} NULL`,
      rateDay: `${type.day} NULL`,
      earned: `${type.sum} NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["submissionId"],
    keys: [
      { name: "commissions_month", columns: ["workspaceId", "month", "platformId"] },
      { name: "commissions_platform", columns: ["platformId"] },
    ],
    references: [
      { column: "submissionId", table: "submissions", onDelete: "CASCADE" },
      { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
      { column: "platformId", table: "platforms", onDelete: "CASCADE" },
    ],
  },
  // What a platform's month adds up to, which chooses the tier.
  monthTotals: {
    columns: {
      workspaceId: `${type.id} NOT NULL`,
      platformId: `${type.id} NOT NULL`,
      month: `${type.ascii(7)} NOT NULL`,
      kind: `${type.ascii(10)} NOT NULL`,
      currency: `${type.ascii(3)} NOT NULL`,
      amount: `${type.sum} NOT NULL`,
    },
    primaryKey: ["platformId", "month", "kind", "currency"],
    keys: [{ name: "monthTotals_month", columns: ["workspaceId", "month"] }],
    references: [
      { column: "platformId", table: "platforms", onDelete: "CASCADE" },
      { column: "workspaceId", table: "workspaces", onDelete: "CASCADE" },
    ],
  },
}));
