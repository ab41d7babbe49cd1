import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

const TABLES = ["users", "workspaces", "workspaceMembers", "apiKeys", "supportAccesses", "platforms"];

/** A column to write where a transaction only locks a row: the nodes of a cluster compare what is written. */
export default {
  name: "20261126-1710-row-versions",
  async up(queryInterface) {
    const { integer } = columnTypes(queryInterface);
    for (const table of TABLES)
      await addColumns(queryInterface, table, { version: `${integer} NOT NULL DEFAULT 0` });
  },
  async down(queryInterface) {
    for (const table of TABLES) await dropColumns(queryInterface, table, ["version"]);
  },
} satisfies Migration;
