import { setTimeout as sleep } from "node:timers/promises";
import { type QueryInterface, QueryTypes } from "sequelize";
import { countedColumns, recountTotals } from "./recount-totals.ts";
import { columnTypes, createTable, dropTable, type Migration } from "./table.ts";

/** The job of the version before, which would take the marks of days and count them elsewhere. */
const JOB_BEFORE = "money of days";
const JOB = "counts of days";
const NEVER = "2999-01-01 00:00:00.000";
const RUN_ENDS_MS = 25_000;
const DAYS = ["SELECT workspaceId, day FROM submissionTotals", "SELECT workspaceId, day FROM spendRows"];

const MONEY = [
  ...["acceptedByMeta", "acceptedByTiktok", "acceptedBySnapchat", "acceptedByGoogle"],
  ...["unconverted", "unknownValue", "unknownWaitingValue", "unknownCommission"],
  ...["amount", "waitingAmount", "commission"],
];
const toMeasure = (column: string) =>
  column.startsWith("acceptedBy") ? `accepted:${column.slice("acceptedBy".length).toLowerCase()}` : column;

const states = "status, eventStatus, eventState, truthState";
const columns = `workspaceId, basis, kind, period, value, claimDay, measure, ${states}, amount`;

/** Until a day is counted again, its claims have what states can be told from the sums of before. */
function listRows(isMysql: boolean): string[] {
  const text = (sql: string) => (isMysql ? sql : `printf('%.4f', ${sql})`);
  const noStates = "'', '', '', ''";
  const ofClaims = (kind: string, value: string, table: string) =>
    `SELECT workspaceId, 'claim', ${kind}, day, ${value}, day, 'claims', ${states}, ${text("`count`")} FROM ${table} WHERE workspaceId = :id AND \`count\` > 0`;
  const place = "workspaceId, basis, kind, period, value, claimDay";
  const days = "FROM claimMoney WHERE workspaceId = :id AND LENGTH(period) = 10";
  const isKnown = "basis = 'claim' AND kind <> 'origin'";
  const told = (state: string, count: string) =>
    `SELECT ${place}, 'claims', ${state}, ${text(count)} ${days} AND NOT (${isKnown}) AND ${count} <> 0`;
  return [
    ofClaims("kind", "value", "breakdownTotals"),
    ofClaims("'platform'", "platformId", "submissionTotals"),
    `SELECT workspaceId, 'claim', 'earned', day, currency, day, 'earned', ${noStates}, ${isMysql ? "amount" : text("CAST(amount AS REAL)")} FROM commissionTotals WHERE workspaceId = :id`,
    told("'pending', 'none', '', 'waiting'", "waiting"),
    told("'rejected', 'none', '', 'rejected'", "(decided - verified)"),
    told("'rejected', 'none', '', 'none'", "(claims - decided - waiting)"),
    told("'handled', 'none', '', 'confirmed'", "confirmed"),
    // Those that ad platforms accepted are taken from the others.
    told("'handled', 'none', '', 'verified'", "(verified - confirmed - accepted)"),
    told("'handled', 'none', 'sent', 'verified'", "accepted"),
    ...MONEY.map(
      (column) => `SELECT ${place}, '${toMeasure(column)}', ${noStates},
        ${isMysql ? column : text(`CAST(${column} AS REAL)`)} ${days} AND ${isMysql ? column : `CAST(${column} AS REAL)`} <> 0`,
    ),
    ...["spend", "impressions", "clicks", "conversions", "unconverted"].map(
      (column) => `SELECT workspaceId, 'spend', kind, period, value, period, '${column}', ${noStates},
        ${isMysql ? column : text(`CAST(${column} AS REAL)`)} FROM spendMoney
        WHERE workspaceId = :id AND LENGTH(period) = 10 AND ${column} IS NOT NULL${column === "unconverted" ? " AND unconverted > 0" : ""}`,
    ),
    ...[9, 7].map(
      (
        length,
      ) => `SELECT workspaceId, basis, kind, SUBSTR(period, 1, ${length}), value, '', measure, ${states},
        ${isMysql ? "SUM(amount)" : text("SUM(CAST(amount AS REAL))")} FROM counts WHERE workspaceId = :id AND LENGTH(period) = 10
        GROUP BY workspaceId, basis, kind, SUBSTR(period, 1, ${length}), value, measure, ${states}`,
    ),
  ];
}

async function* listWorkspaces({ sequelize }: QueryInterface) {
  let after = "";
  for (;;) {
    const rows = await sequelize.query<{ id: string }>(
      "SELECT id FROM workspaces WHERE id > :after ORDER BY id LIMIT 200",
      { type: QueryTypes.SELECT, replacements: { after } },
    );
    for (const { id } of rows) yield id;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Keeps a job from running: servers of both versions mark days, and those of one version count them. */
async function stopJob({ sequelize }: QueryInterface, name: string): Promise<void> {
  const wasRunning = await sequelize.transaction(async (transaction) => {
    const options = {
      transaction,
      replacements: { name, startedAt: "2026-11-29 00:00:00.000", dueAt: NEVER },
    };
    const [row] = await sequelize.query<{ leaseToken: string | null }>(
      "SELECT leaseToken FROM jobRuns WHERE name = :name",
      { ...options, type: QueryTypes.SELECT },
    );
    await sequelize.query("DELETE FROM jobRuns WHERE name = :name", options);
    await sequelize.query(
      "INSERT INTO jobRuns (name, startedAt, durationMs, dueAt) VALUES (:name, :startedAt, 0, :dueAt)",
      options,
    );
    return (row?.leaseToken ?? null) !== null;
  });
  // A run that has begun asks for its lease every 20 seconds, and ends without it.
  if (wasRunning) await sleep(RUN_ENDS_MS);
}

/** All days are counted again, by the servers that know how. */
async function markAllDays({ sequelize }: QueryInterface, days: string[]): Promise<void> {
  await sequelize.query("DELETE FROM dayMarks WHERE id = 'counts'");
  await sequelize.query(
    `INSERT INTO dayMarks (workspaceId, day, id) SELECT workspaceId, day, 'counts' FROM (
       ${days.join(" UNION ")}) AS days`,
  );
}

/** One table of counts for all that is counted of days, in place of five. */
export default {
  name: "20261129-1200-counts",
  async up(queryInterface) {
    const { sequelize } = queryInterface;
    const type = columnTypes(queryInterface);
    const isMysql = sequelize.getDialect() === "mysql";
    await createTable(queryInterface, {
      name: "counts",
      columns: {
        workspaceId: `${type.id} NOT NULL`,
        basis: `${type.ascii(5)} NOT NULL`,
        kind: `${type.ascii(10)} NOT NULL`,
        period: `${type.ascii(10)} NOT NULL`,
        value: `${type.exact(200)} NOT NULL`,
        claimDay: `${type.ascii(10)} NOT NULL`,
        measure: `${type.ascii(40)} NOT NULL`,
        status: `${type.ascii(10)} NOT NULL`,
        eventStatus: `${type.ascii(6)} NOT NULL`,
        eventState: `${type.ascii(10)} NOT NULL`,
        truthState: `${type.ascii(12)} NOT NULL`,
        amount: `${type.sum} NOT NULL`,
      },
      primaryKey: [
        ...["workspaceId", "basis", "kind", "period", "value", "claimDay", "measure"],
        ...["status", "eventStatus", "eventState", "truthState"],
      ],
      keys: [
        { name: "counts_of_day", columns: ["workspaceId", "claimDay"] },
        { name: "counts_by_value", columns: ["workspaceId", "basis", "kind", "value", "period"] },
      ],
      references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
    });
    await sequelize.query("DELETE FROM jobRuns WHERE name = :name", { replacements: { name: JOB } });
    await stopJob(queryInterface, JOB_BEFORE);
    for await (const id of listWorkspaces(queryInterface))
      await sequelize.transaction(async (transaction) => {
        const options = { transaction, replacements: { id } };
        await sequelize.query("DELETE FROM counts WHERE workspaceId = :id", options);
        for (const rows of listRows(isMysql))
          await sequelize.query(`INSERT INTO counts (${columns}) ${rows}`, options);
      });
    await markAllDays(queryInterface, DAYS);
  },
  async down(queryInterface) {
    const { sequelize } = queryInterface;
    await stopJob(queryInterface, JOB);
    await recountTotals(queryInterface, {
      counted: {
        ...countedColumns,
        truthState: {
          value: `CASE WHEN s.withdrawnAt IS NOT NULL THEN 'none' WHEN s.status = 'pending' THEN 'waiting'
            WHEN s.status = 'handled' THEN CASE WHEN s.chargedBackAt IS NOT NULL THEN 'charged_back'
              WHEN s.confirmedByStatement = 1 THEN 'confirmed' ELSE 'verified' END
            WHEN s.handledAt IS NULL THEN 'none' ELSE 'rejected' END`,
          type: ({ ascii }) => `${ascii(12)} NOT NULL DEFAULT 'none'`,
        },
      },
      kinds: [
        ["form", "s.formId", ""],
        ["link", "s.linkId", "AND s.linkId IS NOT NULL"],
      ],
      prepare: async () => {},
    });
    for (const table of ["countedMonths", "monthCounts", "commissionTotals"])
      await sequelize.query(`DELETE FROM ${table}`);
    await sequelize.query(
      `INSERT INTO commissionTotals (workspaceId, day, currency, amount)
       SELECT s.workspaceId, s.day, c.tierCurrency, ${sequelize.getDialect() === "mysql" ? "SUM(c.earned)" : "printf('%.4f', SUM(CAST(c.earned AS REAL)))"}
       FROM commissions c JOIN submissions s ON s.id = c.submissionId WHERE c.earned IS NOT NULL
       GROUP BY s.workspaceId, s.day, c.tierCurrency`,
    );
    await sequelize.query("DELETE FROM jobRuns WHERE name IN (:names)", {
      replacements: { names: [JOB_BEFORE, "ended months"] },
    });
    await markAllDays(queryInterface, [
      ...DAYS,
      "SELECT workspaceId, claimDay FROM claimMoney WHERE claimDay <> ''",
    ]);
    await dropTable(queryInterface, "counts");
  },
} satisfies Migration;
