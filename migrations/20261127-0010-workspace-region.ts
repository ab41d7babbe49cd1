import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** The region whose dates and numbers a workspace's dashboard shows. */
export default {
  name: "20261127-0010-workspace-region",
  async up(queryInterface) {
    await addColumns(queryInterface, "workspaces", { region: columnTypes(queryInterface).ascii(2) });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "workspaces", ["region"]);
  },
} satisfies Migration;
