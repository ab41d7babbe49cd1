import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** How well an ad platform can probably find the person of an event, and what is missing most. */
const migration: Migration = {
  name: "20261123-0103-add-match-quality",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "deliveries", {
      matchScore: `${type.integer} NULL`,
      matchGap: `${type.ascii(12)} NULL`,
    });
  },
  down: (queryInterface) => dropColumns(queryInterface, "deliveries", ["matchScore", "matchGap"]),
};

export default migration;
