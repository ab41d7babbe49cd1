import { type QueryInterface, QueryTypes } from "sequelize";
import { columnTypes, createTable, dropTable, type Migration } from "./table.ts";

const CHUNK = 2_000;
const OPEN = "('queued', 'retrying', 'confirming', 'parked')";

/** Of all deliveries of a submission `s`, whichever the ad platform. */
const firstState = `CASE (
    SELECT MIN(CASE WHEN d.state = 'failed' THEN 0 WHEN d.state = 'expired' THEN 1 WHEN d.state IN ${OPEN} THEN 2 WHEN d.state = 'sent' THEN 3 ELSE 4 END)
    FROM deliveries d WHERE d.submissionId = s.id
  ) WHEN 0 THEN 'failed' WHEN 1 THEN 'expired' WHEN 2 THEN 'open' WHEN 3 THEN 'sent' WHEN 4 THEN 'skipped' ELSE 'none' END`;

/** Before: of those that have not accepted, Meta's first, and none once the event status is 'sent'. */
const stateOfMeta = `CASE WHEN s.eventStatus = 'sent' THEN NULL ELSE COALESCE((
    SELECT CASE WHEN d.state IN ${OPEN} THEN 'open' ELSE d.state END FROM deliveries d
    WHERE d.submissionId = s.id AND d.state <> 'sent'
    ORDER BY CASE WHEN d.state = 'skipped' THEN 1 ELSE 0 END, CASE WHEN d.adPlatform = 'meta' THEN 0 ELSE 1 END,
      CASE d.state WHEN 'failed' THEN 0 WHEN 'expired' THEN 1 ELSE 2 END
    LIMIT 1), 'none') END`;

/**
 * Renames the filter by what an ad platform was called for, in saved views and in exports that wait. Run again,
 * it finds nothing; so `accepted` stays, another name of the new `sent`.
 */
async function renameFilter({ sequelize }: QueryInterface, from: string, to: string): Promise<void> {
  for (const [table, before, after] of [
    ["savedViews", `event=${from}`, `event=${to}`],
    ["listExports", `"event":"${from}"`, `"event":"${to}"`],
  ])
    await sequelize.query(
      `UPDATE ${table} SET query = REPLACE(query, '${before}', '${after}') WHERE query LIKE '%${before}%'`,
    );
}

/**
 * A submission's event state is the first one that any of its deliveries has, and the totals count by it.
 * They are made anew from the rows: run again after a kill, it begins again.
 */
const migration: Migration = {
  name: "20261125-1200-recount-event-states",
  async up(queryInterface) {
    await recount(queryInterface, { eventState: firstState, isCounted: true });
    await renameFilter(queryInterface, "sent", "attempted");
  },
  async down(queryInterface) {
    await recount(queryInterface, { eventState: stateOfMeta, isCounted: false });
    await renameFilter(queryInterface, "attempted", "sent");
  },
};

type Rule = {
  /** SQL of a verified submission's event state. */
  eventState: string;
  /** Whether it is a column of the totals; before, it was a kind of its own. */
  isCounted: boolean;
};

async function recount(queryInterface: QueryInterface, { eventState, isCounted }: Rule): Promise<void> {
  const { sequelize } = queryInterface;
  const isMysql = sequelize.getDialect() === "mysql";
  const exactly = (sql: string) => (isMysql ? `CONVERT(${sql} USING utf8mb4) COLLATE utf8mb4_bin` : sql);
  const counted: Record<string, string> = {
    status: "s.status",
    eventStatus: "COALESCE(s.eventStatus, 'none')",
    ...(isCounted && { eventState: "COALESCE(s.eventState, '')" }),
  };
  await createTables(queryInterface, isCounted);

  const kinds: [kind: string, value: string, where: string][] = [
    ...["source", "campaign", "country"].map((column): [string, string, string] => [
      column,
      `COALESCE(${exactly(`s.${column}`)}, '')`,
      "",
    ]),
    ["hour", "CONCAT(CASE WHEN s.`hour` < 10 THEN '0' ELSE '' END, s.`hour`)", "AND s.`hour` IS NOT NULL"],
    [
      "delivery",
      "CONCAT(d.adPlatform, ':', CASE WHEN d.state = 'sent' AND d.receipt IS NOT NULL THEN 'confirmed' ELSE d.state END)",
      `AND s.status = 'handled' AND d.state NOT IN ${OPEN}`,
    ],
    ...(isCounted
      ? []
      : [["event", "s.eventState", "AND s.eventState IS NOT NULL"] as [string, string, string]]),
  ];
  const add = (table: string, keys: Record<string, string>, from: string) => {
    const names = [...Object.keys(keys), "count"].map((name) => `\`${name}\``);
    const values = Object.values(keys);
    const conflict = isMysql
      ? "ON DUPLICATE KEY UPDATE `count` = `count` + VALUES(`count`)"
      : `ON CONFLICT (${names.slice(0, -1).join(", ")}) DO UPDATE SET \`count\` = \`count\` + excluded.\`count\``;
    return `INSERT INTO ${table} (${names.join(", ")}) SELECT ${values.join(", ")}, COUNT(*) FROM ${from} GROUP BY ${values.join(", ")} ${conflict}`;
  };
  const statementsFor = (range: string) => [
    `UPDATE submissions AS s SET eventState = ${eventState} WHERE ${range} AND s.status = 'handled'`,
    add(
      "submissionTotals",
      { workspaceId: "s.workspaceId", day: "s.day", platformId: "s.platformId", ...counted },
      `submissions s WHERE ${range}`,
    ),
    ...kinds.map(([kind, value, where]) =>
      add(
        "breakdownTotals",
        { workspaceId: "s.workspaceId", kind: `'${kind}'`, day: "s.day", value, ...counted },
        `submissions s ${kind === "delivery" ? "JOIN deliveries d ON d.submissionId = s.id" : ""} WHERE ${range} ${where}`,
      ),
    ),
  ];
  let after = "";
  for (;;) {
    const [last] = await sequelize.query<{ id: string }>(
      `SELECT id FROM submissions WHERE id > :after ORDER BY id LIMIT 1 OFFSET ${CHUNK - 1}`,
      { type: QueryTypes.SELECT, replacements: { after } },
    );
    const range = last ? "s.id > :after AND s.id <= :last" : "s.id > :after";
    for (const statement of statementsFor(range))
      await sequelize.query(statement, { replacements: { after, last: last?.id } });
    if (!last) return;
    after = last.id;
  }
}

/** Empty. What they held is in the rows that they count. */
async function createTables(queryInterface: QueryInterface, isCounted: boolean): Promise<void> {
  const type = columnTypes(queryInterface);
  const create = async (name: string, keys: Record<string, string>) => {
    const columns = {
      ...keys,
      status: `${type.ascii(10)} NOT NULL`,
      // 'none' where the submission has no event status: a key column cannot be NULL.
      eventStatus: `${type.ascii(6)} NOT NULL`,
      ...(isCounted && { eventState: `${type.ascii(10)} NOT NULL DEFAULT ''` }),
    };
    await dropTable(queryInterface, name);
    await createTable(queryInterface, {
      name,
      columns: { ...columns, count: `${type.integer} NOT NULL` },
      primaryKey: Object.keys(columns),
      references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
    });
  };
  await create("submissionTotals", {
    workspaceId: `${type.id} NOT NULL`,
    day: `${type.day} NOT NULL`,
    platformId: `${type.id} NOT NULL`,
  });
  await create("breakdownTotals", {
    workspaceId: `${type.id} NOT NULL`,
    kind: `${type.ascii(10)} NOT NULL`,
    day: `${type.day} NOT NULL`,
    value: `${type.exact(200)} NOT NULL`,
  });
  await queryInterface.addIndex("breakdownTotals", ["workspaceId", "kind", "value", "day"], {
    name: "breakdownTotals_by_value",
  });
}

export default migration;
