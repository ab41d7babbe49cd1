import { columnTypes, createTable, dropTable, type Migration } from "./table.ts";

/** The bank's daily rates with their date, and where fetching them stands. */
const migration: Migration = {
  name: "20261121-1200-create-exchange-rates",
  up: async (queryInterface) => {
    const type = columnTypes(queryInterface);
    await createTable(queryInterface, {
      name: "exchangeRates",
      columns: {
        day: `${type.day} NOT NULL`,
        currency: `${type.ascii(3)} NOT NULL`,
        // Decimal text: it is read into decimals and never reckoned with in SQL.
        perEuro: `${type.ascii(24)} NOT NULL`,
      },
      primaryKey: ["day", "currency"],
    });
    await createTable(queryInterface, {
      name: "rateSources",
      columns: {
        id: `${type.ascii(10)} NOT NULL`,
        day: `${type.day} NULL`,
        fetchedAt: `${type.time} NULL`,
        nextUpdateAt: `${type.time} NULL`,
        leaseUntil: `${type.time} NULL`,
        lastError: `${type.text(300)} NULL`,
      },
      primaryKey: ["id"],
    });
  },
  down: async (queryInterface) => {
    await dropTable(queryInterface, "rateSources");
    await dropTable(queryInterface, "exchangeRates");
  },
};

export default migration;
