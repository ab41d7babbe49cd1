import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** The privacy notice of a form's owner: its address, or its text. */
export default {
  name: "20261129-0010-privacy-notice",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "optInForms", {
      privacyUrl: `${type.text(2048)} NULL`,
      privacyText: `${type.longText} NULL`,
    });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "optInForms", ["privacyUrl", "privacyText"]);
  },
} satisfies Migration;
