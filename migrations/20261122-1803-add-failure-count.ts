import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** How many events a connection's platform has refused in a row. */
const migration: Migration = {
  name: "20261122-1803-add-failure-count",
  up: (queryInterface) =>
    addColumns(queryInterface, "connections", {
      failureCount: `${columnTypes(queryInterface).integer} NOT NULL DEFAULT 0`,
    }),
  down: (queryInterface) => dropColumns(queryInterface, "connections", ["failureCount"]),
};

export default migration;
