import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** A broker's own limit, and the claims whose amount was above the limit and confirmed. */
export default {
  name: "20261126-1050-unlikely-amounts",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "platforms", {
      amountLimit: `${type.money} NULL`,
      amountLimitCurrency: `${type.ascii(3)} NULL`,
    });
    await addColumns(queryInterface, "submissions", {
      unlikelyAmount: `${type.boolean} NOT NULL DEFAULT 0`,
    });
  },
  async down(queryInterface) {
    await queryInterface.sequelize.query("UPDATE submissions SET amountRank = 0 WHERE amountRank = 3");
    await dropColumns(queryInterface, "submissions", ["unlikelyAmount"]);
    await dropColumns(queryInterface, "platforms", ["amountLimit", "amountLimitCurrency"]);
  },
} satisfies Migration;
