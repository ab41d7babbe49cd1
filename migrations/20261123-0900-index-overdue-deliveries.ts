import type { QueryInterface } from "sequelize";
import { hasIndex } from "./owner-columns.ts";
import type { Migration } from "./table.ts";

const name = "deliveries_overdue";

/** Open deliveries whose window has closed are looked for each second, in a backlog of any length. */
const migration: Migration = {
  name: "20261123-0900-index-overdue-deliveries",
  async up(queryInterface: QueryInterface) {
    if (!(await hasIndex(queryInterface, "deliveries", name)))
      await queryInterface.addIndex("deliveries", ["state", "sendBefore"], { name });
  },
  async down(queryInterface: QueryInterface) {
    if (await hasIndex(queryInterface, "deliveries", name))
      await queryInterface.removeIndex("deliveries", name);
  },
};

export default migration;
