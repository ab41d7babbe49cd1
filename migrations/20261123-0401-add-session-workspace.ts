import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** The workspace that was chosen in a session, for an account with several. */
const migration: Migration = {
  name: "20261123-0401-add-session-workspace",
  async up(queryInterface) {
    await addColumns(queryInterface, "sessions", { workspaceId: `${columnTypes(queryInterface).id} NULL` });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "sessions", ["workspaceId"]);
  },
};

export default migration;
