import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** When robots, previews and prefetches stopped being counted as views; null where they never were. */
export default {
  name: "20261128-2100-views-of-people",
  async up(queryInterface) {
    const { time } = columnTypes(queryInterface);
    await addColumns(queryInterface, "workspaces", { viewsOfPeopleSince: `${time} NULL` });
    await queryInterface.sequelize.query(
      "UPDATE workspaces SET viewsOfPeopleSince = :now WHERE viewsOfPeopleSince IS NULL",
      { replacements: { now: new Date() } },
    );
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "workspaces", ["viewsOfPeopleSince"]);
  },
} satisfies Migration;
