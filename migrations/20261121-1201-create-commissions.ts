import { columnTypes, createTable, dropTable, type Migration } from "./table.ts";

/** What each verified deposit earned, with the tier and the rate of then; and the months' verified totals that choose the tier. */
const migration: Migration = {
  name: "20261121-1201-create-commissions",
  up: async (queryInterface) => {
    const type = columnTypes(queryInterface);
    await createTable(queryInterface, {
      name: "commissions",
      columns: {
        submissionId: `${type.id} NOT NULL`,
        userId: `${type.id} NOT NULL`,
        platformId: `${type.id} NOT NULL`,
        month: `${type.ascii(7)} NOT NULL`,
        amount: `${type.money} NOT NULL`,
        currency: `${type.ascii(3)} NOT NULL`,
        monthTotal: `${type.money} NOT NULL`,
        tierName: `${type.text(50)} NOT NULL`,
        tierType: `${type.ascii(10)} NOT NULL`,
        tierValue: `${type.money} NOT NULL`,
        tierCurrency: `${type.ascii(3)} NOT NULL`,
        rate: `${type.ascii(24)} NOT NULL`,
        rateDay: `${type.day} NULL`,
        earned: `${type.money} NOT NULL`,
        createdAt: `${type.time} NOT NULL`,
      },
      primaryKey: ["submissionId"],
      keys: [
        { name: "commissions_month", columns: ["userId", "month", "platformId"] },
        { name: "commissions_platform", columns: ["platformId"] },
      ],
      references: [
        { column: "submissionId", table: "submissions", onDelete: "CASCADE" },
        { column: "userId", table: "users", onDelete: "CASCADE" },
        { column: "platformId", table: "platforms", onDelete: "CASCADE" },
      ],
    });
    await createTable(queryInterface, {
      name: "verifiedTotals",
      columns: {
        platformId: `${type.id} NOT NULL`,
        month: `${type.ascii(7)} NOT NULL`,
        currency: `${type.ascii(3)} NOT NULL`,
        amount: `${type.money} NOT NULL`,
      },
      primaryKey: ["platformId", "month", "currency"],
      references: [{ column: "platformId", table: "platforms", onDelete: "CASCADE" }],
    });
  },
  down: async (queryInterface) => {
    await dropTable(queryInterface, "verifiedTotals");
    await dropTable(queryInterface, "commissions");
  },
};

export default migration;
