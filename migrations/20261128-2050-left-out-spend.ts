import { QueryTypes } from "sequelize";
import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** Why a report of spend does not count, and what of it does not. All days are worked out again. */
export default {
  name: "20261128-2050-left-out-spend",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "spendReports", {
      leftReason: `${type.ascii(10)} NULL`,
      leftAmount: `${type.money} NULL`,
    });
    const { sequelize } = queryInterface;
    const workspaces = await sequelize.query<{ workspaceId: string }>(
      "SELECT DISTINCT workspaceId FROM spendReports",
      { type: QueryTypes.SELECT },
    );
    // MySQL locks the rows that such a statement reads, and a server may be writing others.
    for (const { workspaceId } of workspaces)
      await sequelize.query(
        `INSERT INTO spendMarks (workspaceId, adPlatform, day)
         SELECT DISTINCT r.workspaceId, r.adPlatform, r.day FROM spendReports r
         WHERE r.workspaceId = :workspaceId AND NOT EXISTS (
           SELECT 1 FROM spendMarks m
           WHERE m.workspaceId = r.workspaceId AND m.adPlatform = r.adPlatform AND m.day = r.day)`,
        { replacements: { workspaceId } },
      );
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "spendReports", ["leftReason", "leftAmount"]);
  },
} satisfies Migration;
