import type { QueryInterface } from "sequelize";
import { hasIndex } from "./owner-columns.ts";
import type { Migration } from "./table.ts";

type Index = { table: string; name: string; columns: string[] };

const indexes: Index[] = [
  // It serves the foreign key too.
  {
    table: "submissions",
    name: "submissions_newest_by_platform",
    columns: ["platformId", "createdAt", "id", "workspaceId"],
  },
  ...["source", "campaign", "country"].map((column) => ({
    table: "submissions",
    name: `submissions_newest_by_${column}`,
    columns: ["workspaceId", column, "createdAt", "id"],
  })),
  {
    table: "breakdownTotals",
    name: "breakdownTotals_by_value",
    columns: ["workspaceId", "kind", "value", "day"],
  },
];

/** What MySQL made for the foreign key by itself. */
const ofForeignKey: Index = { table: "submissions", name: "platformId", columns: ["platformId"] };

/** Filtered lists are read in their order and counted by the totals of the filter's value. */
const migration: Migration = {
  name: "20261123-0701-index-list-filters",
  async up(queryInterface: QueryInterface) {
    for (const index of indexes) await add(queryInterface, index);
    await remove(queryInterface, ofForeignKey);
  },
  async down(queryInterface: QueryInterface) {
    if (queryInterface.sequelize.getDialect() === "mysql") await add(queryInterface, ofForeignKey);
    for (const index of indexes) await remove(queryInterface, index);
  },
};

async function add(queryInterface: QueryInterface, { table, name, columns }: Index): Promise<void> {
  if (!(await hasIndex(queryInterface, table, name))) await queryInterface.addIndex(table, columns, { name });
}

async function remove(queryInterface: QueryInterface, { table, name }: Index): Promise<void> {
  if (await hasIndex(queryInterface, table, name)) await queryInterface.removeIndex(table, name);
}

export default migration;
