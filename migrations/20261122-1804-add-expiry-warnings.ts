import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** How many hours before the end of its window the owner was warned of a delivery. */
const migration: Migration = {
  name: "20261122-1804-add-expiry-warnings",
  up: (queryInterface) =>
    addColumns(queryInterface, "deliveries", {
      warnedHours: `${columnTypes(queryInterface).integer} NULL`,
    }),
  down: (queryInterface) => dropColumns(queryInterface, "deliveries", ["warnedHours"]),
};

export default migration;
