import type { QueryInterface } from "sequelize";
import type { Migration } from "./table.ts";

async function rename(queryInterface: QueryInterface, from: string, to: string): Promise<void> {
  const columns = await queryInterface.describeTable("sessions");
  if (!columns[from]) return;
  // Plain SQL: Sequelize would copy the whole table on SQLite.
  await queryInterface.sequelize.query(`ALTER TABLE \`sessions\` RENAME COLUMN \`${from}\` TO \`${to}\``);
}

const migration: Migration = {
  name: "20261122-0920-rename-session-proven-at",
  up: (queryInterface) => rename(queryInterface, "provenAt", "authenticatedAt"),
  down: (queryInterface) => rename(queryInterface, "authenticatedAt", "provenAt"),
};

export default migration;
