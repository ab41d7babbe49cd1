import type { QueryInterface } from "sequelize";
import { hasIndex } from "./owner-columns.ts";
import { addColumns, columnTypes, createTable, dropColumns, dropTable, type Migration } from "./table.ts";

const index = {
  name: "submissions_by_event_state",
  columns: ["workspaceId", "eventState", "createdAt", "id"],
};

const OPEN = "('queued', 'retrying', 'confirming', 'parked')";

/**
 * Totals of the events of verified submissions and of the commissions of their days, so that statistics need
 * not read rows. Open deliveries are one state: they change by thousands.
 */
const migration: Migration = {
  name: "20261123-0702-create-event-totals",
  async up(queryInterface: QueryInterface) {
    const isMysql = queryInterface.sequelize.getDialect() === "mysql";
    const type = columnTypes(queryInterface);
    const run = (sql: string) => queryInterface.sequelize.query(sql);
    await createTable(queryInterface, {
      name: "commissionTotals",
      columns: {
        workspaceId: `${type.id} NOT NULL`,
        day: `${type.day} NOT NULL`,
        currency: `${type.ascii(3)} NOT NULL`,
        amount: `${type.sum} NOT NULL`,
      },
      primaryKey: ["workspaceId", "day", "currency"],
      references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
    });
    await addColumns(queryInterface, "submissions", {
      // As it is counted: "google:open meta:sent".
      deliveryStates: `${type.ascii(120)} NULL`,
      eventState: `${type.ascii(10)} NULL`,
    });
    if (await hasIndex(queryInterface, "submissions", index.name)) return;
    const state = `CASE WHEN d.state IN ${OPEN} THEN 'open' WHEN d.state = 'sent' AND d.receipt IS NOT NULL THEN 'confirmed' ELSE d.state END`;
    const named = isMysql ? `CONCAT(d.adPlatform, ':', ${state})` : `d.adPlatform || ':' || ${state}`;
    const joined = isMysql
      ? `GROUP_CONCAT(${named} ORDER BY d.adPlatform SEPARATOR ' ')`
      : `group_concat(${named}, ' ' ORDER BY d.adPlatform)`;
    await run(
      `UPDATE submissions SET
         deliveryStates = (SELECT ${joined} FROM deliveries d WHERE d.submissionId = submissions.id),
         eventState = CASE WHEN eventStatus = 'sent' THEN NULL ELSE COALESCE((
           SELECT CASE WHEN d.state IN ${OPEN} THEN 'open' ELSE d.state END FROM deliveries d
           WHERE d.submissionId = submissions.id AND d.state <> 'sent'
           ORDER BY CASE WHEN d.state = 'skipped' THEN 1 ELSE 0 END, CASE WHEN d.adPlatform = 'meta' THEN 0 ELSE 1 END,
             CASE d.state WHEN 'failed' THEN 0 WHEN 'expired' THEN 1 ELSE 2 END
           LIMIT 1), 'none') END
       WHERE status = 'handled'`,
    );
    const total = (kind: string, value: string, from: string) =>
      `INSERT INTO breakdownTotals (workspaceId, kind, day, value, status, eventStatus, \`count\`)
       SELECT s.workspaceId, '${kind}', s.day, ${value}, 'handled', COALESCE(s.eventStatus, 'none'), COUNT(*) FROM ${from}
       GROUP BY s.workspaceId, s.day, ${value}, COALESCE(s.eventStatus, 'none')`;
    await run("DELETE FROM breakdownTotals WHERE kind IN ('event', 'delivery')");
    await run(total("event", "s.eventState", "submissions s WHERE s.eventState IS NOT NULL"));
    await run(
      total(
        "delivery",
        named,
        `submissions s JOIN deliveries d ON d.submissionId = s.id WHERE s.status = 'handled' AND d.state NOT IN ${OPEN}`,
      ),
    );
    await run("DELETE FROM commissionTotals");
    const earned = isMysql
      ? "SUM(c.earned)"
      : "(SUM(CAST(ROUND(CAST(c.earned AS REAL) * 10000) AS INTEGER)) / 10000) || '.' || printf('%04d', SUM(CAST(ROUND(CAST(c.earned AS REAL) * 10000) AS INTEGER)) % 10000)";
    await run(
      `INSERT INTO commissionTotals (workspaceId, day, currency, amount)
       SELECT s.workspaceId, s.day, c.tierCurrency, ${earned} FROM commissions c JOIN submissions s ON s.id = c.submissionId
       WHERE c.earned IS NOT NULL GROUP BY s.workspaceId, s.day, c.tierCurrency`,
    );
    await queryInterface.addIndex("submissions", index.columns, { name: index.name });
  },
  async down(queryInterface) {
    await queryInterface.sequelize.query("DELETE FROM breakdownTotals WHERE kind IN ('event', 'delivery')");
    if (await hasIndex(queryInterface, "submissions", index.name))
      await queryInterface.removeIndex("submissions", index.name);
    await dropColumns(queryInterface, "submissions", ["deliveryStates", "eventState"]);
    await dropTable(queryInterface, "commissionTotals");
  },
};

export default migration;
