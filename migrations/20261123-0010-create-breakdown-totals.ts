import type { QueryInterface } from "sequelize";
import { addColumns, columnTypes, createTable, dropColumns, dropTable, type Migration } from "./table.ts";

/** A submission's hour of the day in its owner's zone, and its campaign as it is counted. */
const columns = ["hour", "campaign"];
const kinds = [
  { kind: "source", column: "source" },
  { kind: "campaign", column: "campaign" },
  { kind: "country", column: "country" },
];

/**
 * Counts submissions by source, campaign, country and hour, with their status. The hours are counted by the
 * job that moves submissions to a new time zone, which is requested for each workspace.
 */
const migration: Migration = {
  name: "20261123-0010-create-breakdown-totals",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    const run = (sql: string) => queryInterface.sequelize.query(sql);
    await addColumns(queryInterface, "submissions", {
      hour: `${type.integer} NULL`,
      campaign: `${type.exact(200)} NULL`,
    });
    await createTable(queryInterface, {
      name: "breakdownTotals",
      columns: {
        workspaceId: `${type.id} NOT NULL`,
        kind: `${type.ascii(10)} NOT NULL`,
        day: `${type.day} NOT NULL`,
        // '' where the submission has none: a key column cannot be NULL.
        value: `${type.exact(200)} NOT NULL`,
        status: `${type.ascii(10)} NOT NULL`,
        eventStatus: `${type.ascii(6)} NOT NULL`,
        count: `${type.integer} NOT NULL`,
      },
      primaryKey: ["workspaceId", "kind", "day", "value", "status", "eventStatus"],
      references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
    });
    if (!(await queryInterface.tableExists("sourceTotals"))) return;
    await run("UPDATE submissions SET campaign = utmCampaign WHERE utmCampaign IS NOT NULL");
    await run("DELETE FROM breakdownTotals");
    for (const { kind, column } of kinds) {
      const value = `COALESCE(${exactly(queryInterface, column)}, '')`;
      await run(
        `INSERT INTO breakdownTotals (workspaceId, kind, day, value, status, eventStatus, \`count\`)
         SELECT workspaceId, '${kind}', day, ${value}, status, COALESCE(eventStatus, 'none'), COUNT(*) FROM submissions
         GROUP BY workspaceId, day, ${value}, status, COALESCE(eventStatus, 'none')`,
      );
    }
    const isMysql = queryInterface.sequelize.getDialect() === "mysql";
    await run(
      `UPDATE workspaces SET zoneChangedAt = '2026-11-22 00:00:00.000${isMysql ? "" : " +00:00"}'
       WHERE zoneChangedAt IS NULL AND id IN (SELECT workspaceId FROM submissions)`,
    );
    await dropTable(queryInterface, "sourceTotals");
  },
  async down(queryInterface) {
    const type = columnTypes(queryInterface);
    const source = `COALESCE(${exactly(queryInterface, "source")}, '')`;
    await createTable(queryInterface, {
      name: "sourceTotals",
      columns: {
        workspaceId: `${type.id} NOT NULL`,
        day: `${type.day} NOT NULL`,
        source: `${type.exact(200)} NOT NULL`,
        count: `${type.integer} NOT NULL`,
      },
      primaryKey: ["workspaceId", "day", "source"],
      references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
    });
    await queryInterface.sequelize.query("DELETE FROM sourceTotals");
    await queryInterface.sequelize.query(
      `INSERT INTO sourceTotals (workspaceId, day, source, \`count\`)
       SELECT workspaceId, day, ${source}, COUNT(*) FROM submissions GROUP BY workspaceId, day, ${source}`,
    );
    await dropTable(queryInterface, "breakdownTotals");
    await dropColumns(queryInterface, "submissions", columns);
  },
};

/** A column as the totals compare it: MySQL's default collation takes other cases for the same. */
const exactly = (queryInterface: QueryInterface, column: string) =>
  queryInterface.sequelize.getDialect() === "mysql"
    ? `CONVERT(${column} USING utf8mb4) COLLATE utf8mb4_bin`
    : column;

export default migration;
