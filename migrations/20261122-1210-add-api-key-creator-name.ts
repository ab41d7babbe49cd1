import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** A key stays when the account that created it is deleted, and is listed with that name. */
const migration: Migration = {
  name: "20261122-1210-add-api-key-creator-name",
  up: async (queryInterface) =>
    addColumns(queryInterface, "apiKeys", {
      creatorName: `${columnTypes(queryInterface).text(100)} NULL`,
    }),
  down: (queryInterface) => dropColumns(queryInterface, "apiKeys", ["creatorName"]),
};

export default migration;
