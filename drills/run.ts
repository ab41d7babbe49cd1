import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { cluster } from "./cluster.ts";
import { days } from "./days.ts";
import type { Drill } from "./drill.ts";
import { fewFiles } from "./few-files.ts";
import { fourPlatforms } from "./four-platforms.ts";
import { frozenDatabase } from "./frozen-database.ts";
import { hangingBroker } from "./hanging-broker.ts";
import { killedDatabase } from "./killed-database.ts";
import { killedServer } from "./killed-server.ts";
import { killedWhileBrokersReport, killedWhileBrokersReportOnSqlite } from "./killed-while-brokers-report.ts";
import { largeExport } from "./large-export.ts";
import { movedClock } from "./moved-clock.ts";
import { nodeVersions } from "./node-versions.ts";
import { parallelDecisions } from "./parallel-decisions.ts";
import { randomChanges, randomChangesOnSqlite } from "./random-changes.ts";
import { rollingRestart } from "./rolling-restart.ts";
import { same } from "./same.ts";
import { severalProcesses } from "./several-processes.ts";
import { silentServices } from "./silent-services.ts";
import { slowConnections } from "./slow-connections.ts";
import { truePayouts } from "./true-payouts.ts";
import { unclearAnswers, unclearAnswersOnSqlite } from "./unclear-answers.ts";
import { upgrade, upgradeOnSqlite } from "./upgrade.ts";
import { visitorsInTelegram, visitorsInTelegramOnSqlite } from "./visitors-in-telegram.ts";

/** `npm run drill`: faults on purpose, with figures. `-- --long` uses the goals' sizes, a name runs one. */
const drills: Drill[] = [
  killedServer,
  killedWhileBrokersReport,
  killedWhileBrokersReportOnSqlite,
  visitorsInTelegram,
  visitorsInTelegramOnSqlite,
  rollingRestart,
  upgrade,
  upgradeOnSqlite,
  severalProcesses,
  killedDatabase,
  parallelDecisions,
  fourPlatforms,
  frozenDatabase,
  largeExport,
  silentServices,
  hangingBroker,
  unclearAnswers,
  unclearAnswersOnSqlite,
  movedClock,
  fewFiles,
  slowConnections,
  nodeVersions,
  truePayouts,
  randomChanges,
  randomChangesOnSqlite,
];

const { values, positionals } = parseArgs({
  options: { long: { type: "boolean", default: false }, base: { type: "string" } },
  allowPositionals: true,
});
const { long: isLong, base } = values;
const only = positionals.join(" ");

async function runHere(drill: Drill): Promise<boolean> {
  const { figures, goals } = await drill.run({ isLong, base });
  for (const [name, figure] of Object.entries(figures)) console.log(`  ${name}: ${figure}`);
  for (const { goal, isMet } of goals) console.log(`  ${isMet ? "met" : "MISSED"}: ${goal}`);
  return goals.every(({ isMet }) => isMet);
}

/** Each in a process of its own: the models keep the database that they were first imported with. */
function runApart({ name }: Drill): boolean {
  console.log(name);
  const options = [...(isLong ? ["--long"] : []), ...(base === undefined ? [] : ["--base", base])];
  const program = [...process.execArgv, fileURLToPath(import.meta.url), ...options, name];
  return spawnSync(process.execPath, program, { stdio: "inherit" }).status === 0;
}

/** Tests of kills and faults that take too long for `npm test`, on both databases. */
function runTests(): boolean {
  console.log("tests");
  const { status } = spawnSync("npx", ["vitest", "run", "--project", "drill-*"], { stdio: "inherit" });
  return status === 0;
}

/** Only their names run these: they need Galera, an earlier commit or half an hour. */
const all = [...drills, cluster, same, days];
const named = all.find(({ name }) => name === only);
/** `upgrade` is that of each database. */
const ofEachDatabase = all.filter(({ name }) => name.startsWith(`${only} on `));
if (only && !named && ofEachDatabase.length === 0) {
  console.error(`There is no drill "${only}": ${all.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}
const isWell = named
  ? await runHere(named)
  : [...(only ? ofEachDatabase : drills).map(runApart), ...(only ? [] : [runTests()])].every(Boolean);
process.exit(isWell ? 0 : 1);
