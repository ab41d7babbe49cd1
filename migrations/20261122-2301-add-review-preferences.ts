import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** How a user reviews claims: keys, and what follows a decision. */
const migration: Migration = {
  name: "20261122-2301-add-review-preferences",
  up: (queryInterface) =>
    addColumns(queryInterface, "users", {
      reviewPreferences: `${columnTypes(queryInterface).text(200)} NULL`,
    }),
  down: (queryInterface) => dropColumns(queryInterface, "users", ["reviewPreferences"]),
};

export default migration;
