import { tableMigration } from "./table.ts";

export default tableMigration("20261122-1702-create-past-consent-texts", (type) => ({
  name: "pastConsentTexts",
  columns: {
    formId: `${type.id} NOT NULL`,
    version: `${type.integer} NOT NULL`,
    text: `${type.text(1000)} NOT NULL`,
    replacedAt: `${type.time} NOT NULL`,
  },
  primaryKey: ["formId", "version"],
  references: [{ column: "formId", table: "optInForms", onDelete: "CASCADE" }],
}));
