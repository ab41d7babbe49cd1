import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** For how many days a form's visitors keep a click, and the first click of a claim that had a later one. */
export default {
  name: "20261126-2350-first-clicks",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "optInForms", { clickDays: `${type.integer} NOT NULL DEFAULT 7` });
    await addColumns(queryInterface, "submissions", { firstClick: `${type.longText} NULL` });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "submissions", ["firstClick"]);
    await dropColumns(queryInterface, "optInForms", ["clickDays"]);
  },
} satisfies Migration;
