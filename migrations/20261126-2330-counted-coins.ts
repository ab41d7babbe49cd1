import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** Whether a broker counts coins such as USDT as the currency that they stand for; not, as before. */
export default {
  name: "20261126-2330-counted-coins",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "platforms", { countsCoins: `${type.boolean} NOT NULL DEFAULT 0` });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "platforms", ["countsCoins"]);
  },
} satisfies Migration;
