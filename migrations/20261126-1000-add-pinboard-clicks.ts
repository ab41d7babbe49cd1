import type { QueryInterface } from "sequelize";
import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** Pinboard's click id and its cookie. */
const migration: Migration = {
  name: "20261126-1000-add-pinboard-clicks",
  async up(queryInterface: QueryInterface) {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "submissions", {
      epik: `${type.text(512)} NULL`,
      epikCookie: `${type.text(200)} NULL`,
    });
  },
  down: (queryInterface) => dropColumns(queryInterface, "submissions", ["epik", "epikCookie"]),
};

export default migration;
