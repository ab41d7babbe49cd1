import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** How many hours before the end of its window the members were warned of a claim that waits. */
const migration: Migration = {
  name: "20261123-0303-add-claim-warnings",
  up: (queryInterface) =>
    addColumns(queryInterface, "submissions", {
      warnedHours: `${columnTypes(queryInterface).integer} NULL`,
    }),
  down: (queryInterface) => dropColumns(queryInterface, "submissions", ["warnedHours"]),
};

export default migration;
