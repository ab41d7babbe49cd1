import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** How the form asks for the account number at a broker, null as before, and when a visitor changed it. */
export default {
  name: "20261126-1530-account-numbers",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "platforms", {
      accountField: `${type.ascii(8)} NULL`,
      accountName: `${type.text(40)} NULL`,
      accountExample: `${type.text(40)} NULL`,
    });
    await addColumns(queryInterface, "submissions", { referenceChangedAt: `${type.time} NULL` });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "submissions", ["referenceChangedAt"]);
    await dropColumns(queryInterface, "platforms", ["accountField", "accountName", "accountExample"]);
  },
} satisfies Migration;
