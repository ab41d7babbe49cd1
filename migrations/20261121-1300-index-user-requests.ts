import type { QueryInterface } from "sequelize";
import type { Migration } from "./table.ts";

const indexes = [
  { name: "users_zone_changed", column: "zoneChangedAt" },
  { name: "users_delete_requested", column: "deleteRequestedAt" },
];

async function existing(queryInterface: QueryInterface): Promise<Set<string>> {
  const found = (await queryInterface.showIndex("users")) as { name: string }[];
  return new Set(found.map(({ name }) => name));
}

/**
 * A job looks for owners' requests every few seconds. Each step does only what an interrupted run left
 * undone.
 */
const migration: Migration = {
  name: "20261121-1300-index-user-requests",
  async up(queryInterface) {
    const there = await existing(queryInterface);
    for (const { name, column } of indexes)
      if (!there.has(name)) await queryInterface.addIndex("users", [column], { name });
  },
  async down(queryInterface) {
    const there = await existing(queryInterface);
    for (const { name } of indexes) if (there.has(name)) await queryInterface.removeIndex("users", name);
  },
};

export default migration;
