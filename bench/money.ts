import { parseArgs } from "node:util";
import { createMeasure, measureRead, startBigOwner } from "./big-owner.ts";
import { judgeMoney } from "./goals.ts";
import { readCpuMicroseconds } from "./servers.ts";

/**
 * `npm run bench -- --only money`: how long each breakdown of spend and claims takes in the service, with its
 * previous period, for an owner with two fifths of `--submissions` claims and a year of spend of 400 campaigns.
 */
const { values: options } = parseArgs({ options: { submissions: { type: "string", default: "100000" } } });
const { results, measure } = createMeasure();
const { server, workspace, stop } = await startBigOwner(Number(options.submissions));

async function run(): Promise<boolean> {
  const { QueryTypes } = await import("sequelize");
  const { sequelize } = await import("#app/database/connection.server.ts");
  const { AnalyticsQuery } = await import("#app/schemas/analytics.ts");
  const { moneyGroups } = await import("#app/lib/money-columns.ts");
  const { readPeriod } = await import("#app/services/analytics/read-period.server.ts");
  const { getMoney } = await import("#app/services/money/get-money.server.ts");
  const { getSpendFigures } = await import("#app/services/money/get-spend-figures.server.ts");
  const { seedAds } = await import("./ads.ts");

  const read = async <T extends object>(sql: string): Promise<T[]> =>
    sequelize.query<T>(sql, { type: QueryTypes.SELECT });
  const startedAt = performance.now();
  await seedAds(workspace);
  console.log(`  ads and days in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  for (const table of ["submissions", "spendRows", "counts", "claimOrigins", "adObjects"]) {
    const [row] = await read<{ count: number }>(
      `SELECT COUNT(*) AS \`count\` FROM ${table} WHERE workspaceId = '${workspace.id}'`,
    );
    console.log(`  ${table}: ${Number(row?.count).toLocaleString("en-US")} rows of the owner`);
  }

  /** What the database has done so far: statements, and rows that it has read. */
  const readStatus = async () => {
    const rows = await read<{ Variable_name: string; Value: string }>(
      "SHOW GLOBAL STATUS WHERE Variable_name = 'Questions' OR Variable_name LIKE 'Handler_read%'",
    );
    const of = (prefix: string) =>
      rows.reduce((sum, row) => sum + (row.Variable_name.startsWith(prefix) ? Number(row.Value) : 0), 0);
    return { statements: of("Questions"), rows: of("Handler_read") };
  };

  /** Once more than the times: statements and rows of one call, and processor time of all. */
  async function profile(name: string, call: () => Promise<unknown>): Promise<void> {
    let calls = 0;
    const [node, database] = [process.cpuUsage(), readCpuMicroseconds(server.pid?.()) ?? 0];
    await measure(name, () => {
      calls += 1;
      return call();
    });
    const { user, system } = process.cpuUsage(node);
    const databaseUs = (readCpuMicroseconds(server.pid?.()) ?? 0) - database;
    const before = await readStatus();
    await call();
    const after = await readStatus();
    const ms = (microseconds: number) => (microseconds / calls / 1000).toFixed(1);
    // Asking for the status is a statement, too.
    console.log(
      `    ${after.statements - before.statements - 1} statements, ${after.rows - before.rows} rows read; processor: node ${ms(user + system)} ms, database ${ms(databaseUs)} ms`,
    );
  }

  await measureRead(measure, workspace.id);
  for (const period of ["28days", "12months"] as const)
    for (const basis of ["claim", "click"] as const)
      for (const groupBy of Object.keys(moneyGroups) as (keyof typeof moneyGroups)[]) {
        const query = AnalyticsQuery.parse({ period, basis, groupBy });
        const { days, compared } = await readPeriod(workspace, query);
        await profile(`${period}, by ${groupBy}, day of the ${basis}`, () =>
          Promise.all(
            [days, compared].map((range) => range && getMoney({ workspace, days: range, groupBy, basis })),
          ),
        );
      }
  const { days } = await readPeriod(workspace, AnalyticsQuery.parse({}));
  await profile("28days, figures of the overview", () => getSpendFigures({ workspace, days }));
  const { lines, isWell } = judgeMoney(results);
  console.log(lines.join("\n"));
  return isWell;
}

const isWell = await run().finally(stop);
process.exit(isWell ? 0 : 1);
