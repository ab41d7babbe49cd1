import { QueryTypes } from "sequelize";
import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Test mode ends by itself. A connection that is in test mode now has another day of it. */
const migration: Migration = {
  name: "20261122-1800-add-test-mode-end",
  up: async (queryInterface) => {
    await addColumns(queryInterface, "connections", {
      testModeUntil: `${columnTypes(queryInterface).time} NULL`,
    });
    const end = new Date(Date.now() + DAY).toISOString().slice(0, -1).replace("T", " ");
    const isMysql = queryInterface.sequelize.getDialect() === "mysql";
    await queryInterface.sequelize.query(
      "UPDATE connections SET testModeUntil = :end WHERE testModeUntil IS NULL AND settings LIKE :inTestMode",
      {
        type: QueryTypes.UPDATE,
        replacements: { end: isMysql ? end : `${end} +00:00`, inTestMode: '%"testEventCode":"_%' },
      },
    );
  },
  down: (queryInterface) => dropColumns(queryInterface, "connections", ["testModeUntil"]),
};

export default migration;
