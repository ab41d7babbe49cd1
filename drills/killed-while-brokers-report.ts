import { sandboxClients } from "../sandbox/brokers/clients.ts";
import { sandboxEnvironment } from "../sandbox/platforms.ts";
import { type App, startApp } from "../tests/servers/app.ts";
import { startSandboxServer } from "../tests/servers/sandbox.ts";
import { send } from "../tests/support/client.ts";
import { type DrillDatabase, startDrillDatabase, startSqliteDatabase } from "./database.ts";
import { type Drill, pause } from "./drill.ts";
import { runSteadily, sendUntil } from "./visitors.ts";

const LONG = { kills: 20, perSecond: 15, clientsOfApi: 200 };
const SHORT = { kills: 4, perSecond: 15, clientsOfApi: 40 };
/** How many brokers call back. Beside them there is one of each API. */
const CALLERS = 5;
/** A kill comes at any moment between these. */
const KILL_AFTER_MS = { min: 500, max: 3_000 };
const LIST_EVERY_MS = 1_500;
/** Where a killed process has left leases. */
const LEASED = ["jobRuns", "brokerConnections", "eventConsumptions", "deliveries", "mails"];

type Role = "server" | "worker";

/**
 * The process that serves and the one that works are killed in turn while brokers call back, many a call twice at the
 * same moment, and their APIs are asked about claims. Rules verify, and an ad platform gets the events.
 */
const createDrill = (
  name: string,
  startDatabase: () => Promise<Pick<DrillDatabase, "url" | "stop">>,
  /** The last one works. */
  roles: readonly [Role, ...Role[]],
): Drill => ({
  name,
  async run({ isLong }) {
    const { kills, perSecond, clientsOfApi } = isLong ? LONG : SHORT;
    const database = await startDatabase();
    const sandbox = await startSandboxServer({ keptMax: 1_000_000 });
    const apps = new Map<Role, App>();
    const start = async (role: Role) => {
      const env: Record<string, string> = role === roles.at(-1) ? {} : { RUN_WORKER: "no" };
      const app = await startApp({
        databaseUrl: database.url,
        env: { ...sandboxEnvironment(sandbox.url), ...env },
      });
      apps.set(role, app);
      await sendUntil(200, () => send(`${app.url}/readyz`), new Set());
    };
    try {
      const evidence = await import("./reported-evidence.ts");
      const { letLeasesRunOut } = await import("../tests/support/deliver-through-faults.ts");
      const brokers = await evidence.createReportingBrokers(sandbox.url, { callers: CALLERS, clientsOfApi });
      for (const role of roles) await start(role);
      await evidence.untilListed();

      let isOver = false;
      const killing = (async () => {
        for (let kill = 0; kill < kills; kill++) {
          await pause(KILL_AFTER_MS.min + Math.random() * (KILL_AFTER_MS.max - KILL_AFTER_MS.min));
          const role = roles[kill % roles.length] ?? roles[0];
          await apps.get(role)?.kill("SIGKILL");
          if (role === roles.at(-1)) await letLeasesRunOut(LEASED);
          await start(role);
        }
      })().finally(() => {
        isOver = true;
      });
      const listing = (async () => {
        for (; !isOver; await pause(LIST_EVERY_MS)) await evidence.letBrokersList();
      })();
      const statuses = new Set<number>();
      const { reported, report } = evidence.createReports(brokers, (status, path, options) =>
        sendUntil(status, () => send(`${apps.get("server")?.url}${path}`, options), statuses),
      );
      await runSteadily(report, { times: killing, perSecond });
      await Promise.all([killing, listing]);
      await evidence.untilWorkedOn();
      const { figures, goals } = await evidence.countReported(brokers, reported, sandbox);
      return {
        figures: { kills, ...figures, statuses: [...statuses].sort().join(", ") },
        goals: [
          ...goals,
          {
            goal: "no status but 200, 201 and 503",
            isMet: [...statuses].every((one) => [200, 201, 503].includes(one)),
          },
        ],
      };
    } finally {
      for (const app of apps.values()) await app.kill("SIGKILL");
      sandboxClients.clear();
      await sandbox.close();
      await database.stop();
    }
  },
});

export const killedWhileBrokersReport = createDrill(
  "killed while brokers report on MySQL",
  startDrillDatabase,
  ["server", "worker"],
);
/** One process serves and works, as on every SQLite. */
export const killedWhileBrokersReportOnSqlite = createDrill(
  "killed while brokers report on SQLite",
  startSqliteDatabase,
  ["server"],
);
