import { type QueryInterface, QueryTypes } from "sequelize";
import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

type ConsentVersion = { formId: string; version: number; text: string };

/**
 * Gives claims the version of the text that they keep. A text that came back is its newest version, and what
 * its owner says about it counts for all that saw it.
 */
async function numberClaims({ sequelize }: QueryInterface): Promise<void> {
  const exactly = (sql: string) =>
    sequelize.getDialect() === "mysql" ? `CONVERT(${sql} USING utf8mb4) COLLATE utf8mb4_bin` : sql;
  const versions = await sequelize.query<ConsentVersion>(
    `SELECT formId, version, text FROM pastConsentTexts
     UNION ALL SELECT id, consentVersion, consentText FROM optInForms WHERE consentVersion > 1
     ORDER BY formId, version`,
    { type: QueryTypes.SELECT },
  );
  for (const replacements of versions)
    await sequelize.query(
      `UPDATE submissions SET consentVersion = :version WHERE formId = :formId AND ${exactly("consentText")} = ${exactly(":text")}`,
      { replacements },
    );
}

/** Which ad platforms each version of a consent text covers, and why an event is skipped. */
const migration: Migration = {
  name: "20261126-1000-consent-covers",
  async up(queryInterface) {
    const { text, integer, ascii } = columnTypes(queryInterface);
    await addColumns(queryInterface, "optInForms", { consentCovers: `${text(500)} NULL` });
    await addColumns(queryInterface, "pastConsentTexts", { covers: `${text(500)} NULL` });
    await addColumns(queryInterface, "deliveries", { skipReason: `${ascii(12)} NULL` });
    await addColumns(queryInterface, "submissions", { consentVersion: `${integer} NOT NULL DEFAULT 1` });
    await numberClaims(queryInterface);
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "submissions", ["consentVersion"]);
    await dropColumns(queryInterface, "deliveries", ["skipReason"]);
    await dropColumns(queryInterface, "pastConsentTexts", ["covers"]);
    await dropColumns(queryInterface, "optInForms", ["consentCovers"]);
  },
};

export default migration;
