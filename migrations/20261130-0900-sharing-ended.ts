import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** When a visitor ended only the sharing with ad platforms, null as before. */
export default {
  name: "20261130-0900-sharing-ended",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "submissions", { sharingEndedAt: `${type.time} NULL` });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "submissions", ["sharingEndedAt"]);
  },
} satisfies Migration;
