import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** What an owner asked for and a job carries out: totals in another time zone, and the end of the account. */
const migration: Migration = {
  name: "20261121-1006-add-user-requests",
  up: (queryInterface) => {
    const type = columnTypes(queryInterface);
    return addColumns(queryInterface, "users", {
      zoneChangedAt: `${type.time} NULL`,
      deleteRequestedAt: `${type.time} NULL`,
    });
  },
  down: (queryInterface) => dropColumns(queryInterface, "users", ["zoneChangedAt", "deleteRequestedAt"]),
};

export default migration;
