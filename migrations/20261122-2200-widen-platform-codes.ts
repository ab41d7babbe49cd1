import type { QueryInterface } from "sequelize";
import { columnTypes, type Migration } from "./table.ts";

/** Google names its errors in whole words, and a status stands before them. SQLite's text has no length. */
const migration: Migration = {
  name: "20261122-1700-widen-platform-codes",
  up: (queryInterface) => setLength(queryInterface, 120),
  down: async (queryInterface) => {
    await queryInterface.sequelize.query(
      "UPDATE deliveryAttempts SET platformCode = SUBSTR(platformCode, 1, 40) WHERE LENGTH(platformCode) > 40",
    );
    await setLength(queryInterface, 40);
  },
};

async function setLength(queryInterface: QueryInterface, length: number): Promise<void> {
  if (queryInterface.sequelize.getDialect() !== "mysql") return;
  await queryInterface.sequelize.query(
    `ALTER TABLE deliveryAttempts MODIFY COLUMN platformCode ${columnTypes(queryInterface).text(length)} NULL`,
  );
}

export default migration;
