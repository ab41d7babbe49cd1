import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** Who said that a statement lists all clients of its period, and when. */
export default {
  name: "20261126-1500-complete-statements",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "statements", {
      completeAt: `${type.time} NULL`,
      completeByUserId: `${type.id} NULL`,
    });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "statements", ["completeAt", "completeByUserId"]);
  },
} satisfies Migration;
