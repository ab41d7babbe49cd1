import { addColumns, columnsOf, columnTypes, dropColumns, type Migration } from "./table.ts";

const added = [
  "amountField",
  "eventNames",
  "sendTo",
  "frameOrigins",
  "selectedAssets",
  "pendingRetentionDays",
  "handledRetentionDays",
  "phoneCountry",
  "hasOwnOrder",
  "consentVersion",
  "version",
];

/** The settings of a form that the owner edits; the amount field has three states in place of two. */
const migration: Migration = {
  name: "20261122-1700-extend-form-settings",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "optInForms", {
      amountField: `${type.ascii(8)} NOT NULL DEFAULT 'optional'`,
      eventNames: `${type.text(1000)} NULL`,
      sendTo: `${type.text(500)} NULL`,
      frameOrigins: `${type.longText} NULL`,
      selectedAssets: `${type.text(1000)} NULL`,
      pendingRetentionDays: `${type.integer} NULL`,
      handledRetentionDays: `${type.integer} NULL`,
      phoneCountry: `${type.ascii(2)} NULL`,
      hasOwnOrder: `${type.boolean} NOT NULL DEFAULT 0`,
      consentVersion: `${type.integer} NOT NULL DEFAULT 1`,
      version: `${type.integer} NOT NULL DEFAULT 1`,
    });
    const present = await columnsOf(queryInterface, "optInForms");
    const run = (sql: string) => queryInterface.sequelize.query(sql);
    if (present.has("askAmount"))
      await run("UPDATE optInForms SET amountField = 'hidden' WHERE askAmount = 0");
    if (present.has("eventName"))
      await run(
        `UPDATE optInForms SET eventNames = REPLACE('{"meta":"?"}', '?', eventName) WHERE eventName IS NOT NULL`,
      );
    await dropColumns(queryInterface, "optInForms", ["askAmount", "eventName"]);
  },
  async down(queryInterface) {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "optInForms", {
      askAmount: `${type.boolean} NOT NULL DEFAULT 1`,
      eventName: `${type.ascii(50)} NULL`,
    });
    if ((await columnsOf(queryInterface, "optInForms")).has("amountField"))
      await queryInterface.sequelize.query(
        "UPDATE optInForms SET askAmount = 0 WHERE amountField = 'hidden'",
      );
    await dropColumns(queryInterface, "optInForms", added);
  },
};

export default migration;
