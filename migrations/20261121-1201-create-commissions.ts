import { columnTypes, createTable, dropTable, type Migration } from "./table.ts";

/**
 * The commission of each verified amount with its tier and rate, and the months' totals, which choose the
 * tier.
 */
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
      name: "monthTotals",
      columns: {
        platformId: `${type.id} NOT NULL`,
        month: `${type.ascii(7)} NOT NULL`,
        kind: `${type.ascii(10)} NOT NULL`,
        currency: `${type.ascii(3)} NOT NULL`,
        amount: `${type.sum} NOT NULL`,
      },
      primaryKey: ["platformId", "month", "kind", "currency"],
      references: [{ column: "platformId", table: "platforms", onDelete: "CASCADE" }],
    });
  },
  down: async (queryInterface) => {
    await dropTable(queryInterface, "monthTotals");
    await dropTable(queryInterface, "commissions");
  },
};

export default migration;
