import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** What becomes of a form's events that a platform refuses without an amount. */
const migration: Migration = {
  name: "20261122-1400-add-without-amount",
  up: (queryInterface) =>
    addColumns(queryInterface, "optInForms", {
      withoutAmount: `${columnTypes(queryInterface).ascii(8)} NOT NULL DEFAULT 'lead'`,
    }),
  down: (queryInterface) => dropColumns(queryInterface, "optInForms", ["withoutAmount"]),
};

export default migration;
