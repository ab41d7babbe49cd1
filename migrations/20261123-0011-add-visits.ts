import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** When a member last saw the overview, and when the visit before that one ended. */
const migration: Migration = {
  name: "20261123-0011-add-visits",
  up: (queryInterface) => {
    const { time } = columnTypes(queryInterface);
    return addColumns(queryInterface, "workspaceMembers", {
      visitedAt: `${time} NULL`,
      previousVisitAt: `${time} NULL`,
    });
  },
  down: (queryInterface) => dropColumns(queryInterface, "workspaceMembers", ["visitedAt", "previousVisitAt"]),
};

export default migration;
