import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** The languages of a form with its texts in them, and the language that a visitor saw. */
export default {
  name: "20261126-2300-languages",
  async up(queryInterface) {
    const { ascii, longText } = columnTypes(queryInterface);
    await addColumns(queryInterface, "optInForms", { languages: longText, texts: longText });
    await addColumns(queryInterface, "pastConsentTexts", { texts: longText });
    await addColumns(queryInterface, "submissions", { language: ascii(10) });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "submissions", ["language"]);
    await dropColumns(queryInterface, "pastConsentTexts", ["texts"]);
    await dropColumns(queryInterface, "optInForms", ["languages", "texts"]);
  },
} satisfies Migration;
