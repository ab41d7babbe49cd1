import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** Whether and how the form asks for the account number at a broker. Null asks as before: optional, without a name. */
export default {
  name: "20261126-1530-account-numbers",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "platforms", {
      accountField: `${type.ascii(8)} NULL`,
      accountName: `${type.text(40)} NULL`,
      accountExample: `${type.text(40)} NULL`,
    });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "platforms", ["accountField", "accountName", "accountExample"]);
  },
} satisfies Migration;
