import type { QueryInterface } from "sequelize";
import { hasIndex } from "./owner-columns.ts";
import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

const index = {
  name: "submissions_by_amount",
  columns: ["workspaceId", "amountRank", "comparableAmount", "id"],
};

/**
 * Each submission's amount in its workspace's currency, so that a list sorted by it is read in order. The job
 * that follows the exchange rates fills it, which is requested for each workspace.
 */
const migration: Migration = {
  name: "20261123-0700-add-comparable-amounts",
  async up(queryInterface: QueryInterface) {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "submissions", {
      // 0: can be compared; 1: there is no rate; 2: there is no amount, or it was not looked at yet.
      amountRank: `${type.integer} NOT NULL DEFAULT 2`,
      comparableAmount: `${type.real} NULL`,
    });
    await addColumns(queryInterface, "workspaces", { amountsChangedAt: `${type.time} NULL` });
    if (await hasIndex(queryInterface, "submissions", index.name)) return;
    await queryInterface.sequelize.query("UPDATE workspaces SET amountsChangedAt = createdAt");
    await queryInterface.addIndex("submissions", index.columns, { name: index.name });
  },
  async down(queryInterface) {
    if (await hasIndex(queryInterface, "submissions", index.name))
      await queryInterface.removeIndex("submissions", index.name);
    await dropColumns(queryInterface, "workspaces", ["amountsChangedAt"]);
    await dropColumns(queryInterface, "submissions", ["amountRank", "comparableAmount"]);
  },
};

export default migration;
