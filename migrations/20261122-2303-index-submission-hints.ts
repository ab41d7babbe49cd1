import type { QueryInterface } from "sequelize";
import { hasIndex } from "./owner-columns.ts";
import type { Migration } from "./table.ts";

const indexes = ["phone", "deviceId", "ip", "reference"].map((column) => ({
  name: `submissions_by_${column}`,
  columns: ["workspaceId", column],
}));

/** Claims with the same phone, device, address or account number are found by these. */
const migration: Migration = {
  name: "20261122-2303-index-submission-hints",
  async up(queryInterface: QueryInterface) {
    for (const { name, columns } of indexes)
      if (!(await hasIndex(queryInterface, "submissions", name)))
        await queryInterface.addIndex("submissions", columns, { name });
  },
  async down(queryInterface: QueryInterface) {
    for (const { name } of indexes)
      if (await hasIndex(queryInterface, "submissions", name))
        await queryInterface.removeIndex("submissions", name);
  },
};

export default migration;
