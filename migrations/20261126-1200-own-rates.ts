import { addColumns, columnTypes, createTable, dropColumns, dropTable, type Migration } from "./table.ts";

/** Exchange rates of owners, for currencies that the bank publishes none for. */
export default {
  name: "20261126-1200-own-rates",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await createTable(queryInterface, {
      name: "ownRates",
      columns: {
        id: `${type.id} NOT NULL`,
        workspaceId: `${type.id} NOT NULL`,
        pair: `${type.ascii(7)} NOT NULL`,
        fromCurrency: `${type.ascii(3)} NOT NULL`,
        toCurrency: `${type.ascii(3)} NOT NULL`,
        // Decimal text: it is read into decimals and never reckoned with in SQL.
        rate: `${type.ascii(30)} NOT NULL`,
        validFrom: `${type.day} NOT NULL`,
        createdAt: `${type.time} NOT NULL`,
      },
      primaryKey: ["id"],
      keys: [{ name: "ownRates_pair", columns: ["workspaceId", "pair", "validFrom"], isUnique: true }],
      references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
    });
    await addColumns(queryInterface, "commissions", { usesOwnRate: `${type.boolean} NOT NULL DEFAULT 0` });
    await addColumns(queryInterface, "workspaces", { ratesChangedAt: `${type.time} NULL` });
    // A fixed commission whose tier is certain needs no rate: a job gives it to the claims that have none.
    const now = queryInterface.sequelize.escape(new Date());
    await queryInterface.sequelize.query(
      `UPDATE workspaces SET ratesChangedAt = ${now} WHERE ratesChangedAt IS NULL AND id IN (
         SELECT workspaceId FROM commissions WHERE earned IS NULL AND rate IS NULL AND tierCurrency IS NOT NULL)`,
    );
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "workspaces", ["ratesChangedAt"]);
    await dropColumns(queryInterface, "commissions", ["usesOwnRate"]);
    await dropTable(queryInterface, "ownRates");
  },
} satisfies Migration;
