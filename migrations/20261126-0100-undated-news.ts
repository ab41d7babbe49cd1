import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** News whose feed says no readable date: until now it was dated by when it was found, and came first. */
export default {
  name: "20261126-0100-undated-news",
  async up(queryInterface) {
    const { boolean } = columnTypes(queryInterface);
    await addColumns(queryInterface, "newsItems", { isUndated: `${boolean} NOT NULL DEFAULT 0` });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "newsItems", ["isUndated"]);
  },
} satisfies Migration;
