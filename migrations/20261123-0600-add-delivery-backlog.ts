import type { QueryInterface } from "sequelize";
import { hasIndex } from "./owner-columns.ts";
import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

const before = { name: "deliveries_connection", columns: ["connectionId", "state"] };
const after = {
  name: "deliveries_of_connection",
  columns: ["connectionId", "state", "isBacklog", "createdAt", "id", "dueAt"],
};

/** What a connection left behind is sent in order, and due deliveries are found for each connection alone. */
const migration: Migration = {
  name: "20261123-0600-add-delivery-backlog",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "deliveries", { isBacklog: `${type.boolean} NOT NULL DEFAULT 0` });
    await replaceIndex(queryInterface, before, after);
  },
  async down(queryInterface) {
    await replaceIndex(queryInterface, after, before);
    await dropColumns(queryInterface, "deliveries", ["isBacklog"]);
  },
};

type Index = typeof before;

/** Adds the new one first: the foreign key needs one of them. */
async function replaceIndex(queryInterface: QueryInterface, from: Index, to: Index): Promise<void> {
  if (!(await hasIndex(queryInterface, "deliveries", to.name)))
    await queryInterface.addIndex("deliveries", to.columns, { name: to.name });
  if (await hasIndex(queryInterface, "deliveries", from.name))
    await queryInterface.removeIndex("deliveries", from.name);
}

export default migration;
