import type { QueryInterface } from "sequelize";
import type { Migration } from "./table.ts";

const name = "domainEvents_age";

async function hasIndex(queryInterface: QueryInterface): Promise<boolean> {
  const indexes = (await queryInterface.showIndex("domainEvents")) as { name: string }[];
  return indexes.some((index) => index.name === name);
}

/** Ids are ordered by time: old events are found by id, and each submission writes one index less. */
const migration: Migration = {
  name: "20261122-1200-drop-domain-event-age",
  async up(queryInterface) {
    if (await hasIndex(queryInterface)) await queryInterface.removeIndex("domainEvents", name);
  },
  async down(queryInterface) {
    if (!(await hasIndex(queryInterface)))
      await queryInterface.addIndex("domainEvents", ["createdAt"], { name });
  },
};

export default migration;
