import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** How many claims a minute a form takes as usual, and which came above that. */
export default {
  name: "20261128-2110-slow-down",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "optInForms", { slowDown: `${type.integer} NULL` });
    await addColumns(queryInterface, "submissions", { cameInRush: `${type.boolean} NOT NULL DEFAULT 0` });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "submissions", ["cameInRush"]);
    await dropColumns(queryInterface, "optInForms", ["slowDown"]);
  },
} satisfies Migration;
