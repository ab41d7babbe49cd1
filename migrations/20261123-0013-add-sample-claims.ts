import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** Whether a workspace without claims shows made-up ones. They are stored nowhere. */
const migration: Migration = {
  name: "20261123-0013-add-sample-claims",
  up: (queryInterface) =>
    addColumns(queryInterface, "workspaces", {
      showsSamples: `${columnTypes(queryInterface).boolean} NOT NULL DEFAULT 0`,
    }),
  down: (queryInterface) => dropColumns(queryInterface, "workspaces", ["showsSamples"]),
};

export default migration;
