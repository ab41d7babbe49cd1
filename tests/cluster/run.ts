import { spawn } from "node:child_process";
import mysql from "mysql2/promise";
import { createDatabase } from "../setup/databases.ts";
import { environment } from "../setup/environment.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { spreadConnections } from "./spread.ts";

/**
 * `npm run test:cluster`: the integration tests of both dialects on three nodes, each connection on the next
 * one, the races between two nodes, and a short drill. `-- races` runs one of the three,
 * `-- tests tests/api/workspaces` the tests of some files.
 */
const [only, ...files] = process.argv.slice(2);

function run(command: string, args: string[], env: Record<string, string>): Promise<boolean> {
  const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  return new Promise((resolve) => child.once("close", (code) => resolve(code === 0)));
}

const vitest = (args: string[], env: Record<string, string>) => run("npx", ["vitest", "run", ...args], env);

const NOT_HERE = [
  // Use a database and a schema that another connection has just made: nodes wait for each other's rows only.
  "tests/services/database/baseline.dialect.test.ts",
  "tests/api/database/migrations.dialect.test.ts",
  // Holds a lock that another node does not know.
  "tests/services/analytics/locked-months.dialect.test.ts",
  // Counts deadlocks, and nodes that are written to at once report their conflicts as such.
  "tests/api/deliveries/parallel-decisions.dialect.test.ts",
];

/** What the tests write past the product is then read on another node too. The product sets it for itself. */
async function setSyncWait({ nodes }: Cluster, value: number): Promise<void> {
  for (const { url } of nodes) {
    const connection = await mysql.createConnection(url);
    await connection.query(`SET GLOBAL wsrep_sync_wait = ${value}`);
    await connection.end();
  }
}

async function runIntegrationTests(cluster: Cluster): Promise<boolean> {
  await setSyncWait(cluster, 7);
  const spread = await spreadConnections(cluster.nodes.map(({ url }) => url));
  try {
    return await vitest(["--project=mysql", ...files], {
      TEST_DATABASE_URL: spread.url,
      TEST_EXCLUDE: NOT_HERE.join(" "),
    });
  } finally {
    spread.close();
    await setSyncWait(cluster, 0);
  }
}

async function runRaces({ nodes: [first, second] }: Cluster): Promise<boolean> {
  const database = await createDatabase(first.url);
  const onSecond = new URL(database.url);
  onSecond.host = new URL(second.url).host;
  return vitest(["--config=tests/cluster/vitest.config.ts"], {
    ...environment,
    DATABASE_URL: database.url,
    NODE_DATABASE_URLS: `${database.url} ${onSecond.href}`,
  });
}

const parts: Record<string, (cluster: Cluster) => Promise<boolean>> = {
  tests: runIntegrationTests,
  races: runRaces,
};

/** With a cluster of its own, because what the drill breaks others would notice. */
const runDrill = () => run("npx", ["tsx", "drills/run.ts", "cluster"], {});

let isWell = true;
if (only !== "drill") {
  const cluster = await startCluster();
  for (const [name, runPart] of Object.entries(parts))
    if (only === undefined || only === name) isWell = (await runPart(cluster)) && isWell;
  await cluster.stop();
}
if (only === undefined || only === "drill") isWell = (await runDrill()) && isWell;
process.exitCode = isWell ? 0 : 1;
