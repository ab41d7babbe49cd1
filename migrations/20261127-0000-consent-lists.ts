import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** Consent texts that list their ad platforms by themselves, and what each version listed. */
export default {
  name: "20261127-0000-consent-lists",
  async up(queryInterface) {
    const { longText } = columnTypes(queryInterface);
    await addColumns(queryInterface, "optInForms", { consentTemplates: longText, consentListed: longText });
    await addColumns(queryInterface, "pastConsentTexts", { listed: longText });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "pastConsentTexts", ["listed"]);
    await dropColumns(queryInterface, "optInForms", ["consentTemplates", "consentListed"]);
  },
} satisfies Migration;
