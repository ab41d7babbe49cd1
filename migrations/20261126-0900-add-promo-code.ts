import type { QueryInterface } from "sequelize";
import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** The promo code that a visitor may enter. */
const migration: Migration = {
  name: "20261126-0900-add-promo-code",
  async up(queryInterface: QueryInterface) {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "submissions", { promoCode: `${type.text(100)} NULL` });
  },
  down: (queryInterface) => dropColumns(queryInterface, "submissions", ["promoCode"]),
};

export default migration;
