import { sandboxEnvironment } from "../sandbox/platforms.ts";
import { type App, startApp } from "../tests/servers/app.ts";
import { freePort } from "../tests/servers/free-port.ts";
import { startSandboxServer } from "../tests/servers/sandbox.ts";
import { send } from "../tests/support/client.ts";
import { BROWSER, openPage } from "../tests/support/open-page.ts";
import { telegramPeople } from "../tests/support/telegram-people.ts";
import { type DrillDatabase, startDrillDatabase, startSqliteDatabase } from "./database.ts";
import { type Drill, pause } from "./drill.ts";
import { listenToBots } from "./listen-to-bots.ts";
import { sendUntil } from "./visitors.ts";

/** A bot sends 24 messages a second, and says about twelve things to a visitor. */
const LONG = { visitors: 10_000, atOnce: 150, owners: 8, kills: 20, maxMs: 5_400_000 };
const SHORT = { visitors: 200, atOnce: 40, owners: 4, kills: 4, maxMs: 600_000 };
const DATABASE_DOWN_MS = 2_000;
const LOOK_MS = 50;
/** A refused update comes again after this, and later each time. */
const RETRY_MS = 500;
/** How long after a kill what waited may come at once. */
const BURST_MS = 30_000;
/** Where a killed process has left leases. */
const LEASED = [
  "jobRuns",
  "telegramBots",
  "telegramMessages",
  "telegramClaims",
  "telegramEntries",
  "eventConsumptions",
];

type Role = "server" | "worker";
type Killed = Role | "database";
type Database = Pick<DrillDatabase, "url" | "stop"> & Partial<Pick<DrillDatabase, "killAndRestart">>;

/**
 * Visitors come from an ad to a bot, claim there and go through doors while the process that serves, the one that works
 * and the database are killed in turn.
 */
const createDrill = (
  name: string,
  startDatabase: () => Promise<Database>,
  {
    roles,
    killed,
  }: {
    /** The last one works. */
    roles: readonly [Role, ...Role[]];
    killed: readonly [Killed, ...Killed[]];
  },
): Drill => ({
  name,
  async run({ isLong }) {
    const { visitors, atOnce, owners: ownerCount, kills, maxMs } = isLong ? LONG : SHORT;
    const port = await freePort();
    const url = `http://localhost:${port}`;
    // This process connects the bots, and Telegram calls a loopback address from a sandbox only.
    process.env.PUBLIC_URL = url;
    const database = await startDatabase();
    const heard = listenToBots();
    const sandbox = await startSandboxServer({ onReply: heard.onReply });
    const apps = new Map<Role, App>();
    const start = async (role: Role) => {
      const isWorking = role === roles.at(-1);
      const app = await startApp({
        databaseUrl: database.url,
        env: {
          ...sandboxEnvironment(sandbox.url),
          PUBLIC_URL: url,
          // Each visitor has an address.
          TRUST_PROXY: "1",
          ...(role === "server" ? { PORT: String(port) } : {}),
          ...(isWorking ? {} : { RUN_WORKER: "no" }),
        },
      });
      apps.set(role, app);
      await sendUntil(200, () => send(`${app.url}/readyz`), new Set());
    };
    try {
      const telegram = await import("./people-in-telegram.ts");
      const { letLeasesRunOut } = await import("../tests/support/deliver-through-faults.ts");
      await telegramPeople(sandbox.url).changeSettings({ retryMs: RETRY_MS });
      const owners = await telegram.createOwnersInTelegram({ sandboxUrl: sandbox.url, owners: ownerCount });
      for (const role of roles) await start(role);

      const statuses = new Set<number>();
      const { visit, people } = telegram.createVisitorsInTelegram(owners, {
        sandboxUrl: sandbox.url,
        heard,
        requests: {
          async openLink(path, index) {
            const headers = {
              ...BROWSER,
              "x-forwarded-for": `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
            };
            const { headers: answered } = await sendUntil(302, () => openPage(url + path, headers), statuses);
            return answered.location ?? url;
          },
          sendUntilDone: (path, options) => sendUntil(200, () => send(url + path, options), statuses),
        },
      });

      const startedAt = performance.now();
      const passedMs = () => performance.now() - startedAt;
      let [begun, done] = [0, 0];
      const coming = Promise.all(
        Array.from({ length: atOnce }, async () => {
          while (begun < visitors && passedMs() < maxMs) {
            begun += 1;
            await visit(begun);
            done += 1;
          }
        }),
      );
      const bursts: { from: number; to: number }[] = [];
      const killing = (async () => {
        for (let kill = 0; kill < kills; kill++) {
          const share = (kill + 1) / (kills + 1);
          while (Math.max(done / visitors, passedMs() / maxMs) < share) await pause(LOOK_MS);
          await pause(Math.random() * LOOK_MS * 20);
          const role = killed[kill % killed.length] ?? killed[0];
          const from = performance.now();
          if (role === "database") await database.killAndRestart?.(DATABASE_DOWN_MS);
          else {
            await apps.get(role)?.kill("SIGKILL");
            if (role === roles.at(-1)) await letLeasesRunOut(LEASED);
            await start(role);
          }
          bursts.push({ from, to: performance.now() + BURST_MS });
        }
      })();
      await Promise.all([coming, killing]);
      await telegram.untilBotsAreIdle(owners, sandbox.url);
      const seconds = Math.round(passedMs() / 1_000);
      const inBurst = heard.refusedAt.filter((at) => bursts.some(({ from, to }) => at >= from && at <= to));
      const steady = heard.refusedAt.length - inBurst.length;
      const { figures, goals } = await telegram.comparePeople(people, owners, sandbox.url);
      return {
        figures: {
          ...{ visitors: begun, kills, seconds },
          ...figures,
          messages: heard.countMessages(),
          "429 in steady state, after a kill": `${steady}, ${inBurst.length}`,
          statuses: [...statuses].sort().join(", "),
        },
        goals: [
          { goal: `${visitors} visitors`, isMet: begun === visitors },
          ...goals,
          { goal: "no 429 of Telegram in steady state", isMet: steady === 0 },
          {
            goal: "no status but 200, 302 and 503",
            isMet: [...statuses].every((one) => [200, 302, 503].includes(one)),
          },
        ],
      };
    } finally {
      for (const app of apps.values()) await app.kill("SIGKILL");
      await sandbox.close();
      await database.stop();
    }
  },
});

export const visitorsInTelegram = createDrill("visitors in Telegram on MySQL", startDrillDatabase, {
  roles: ["server", "worker"],
  killed: ["worker", "server", "database"],
});
/** One process serves and works, as on every SQLite. */
export const visitorsInTelegramOnSqlite = createDrill("visitors in Telegram on SQLite", startSqliteDatabase, {
  roles: ["server"],
  killed: ["server"],
});
