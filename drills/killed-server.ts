import { type App, startApp } from "../tests/servers/app.ts";
import { startDrillDatabase } from "./database.ts";
import { type Drill, pause, percentile } from "./drill.ts";
import { confirmSteadily } from "./visitors.ts";

const LONG = { submits: 120_000, perSecond: 200, kills: 60 };
const SHORT = { submits: 1_500, perSecond: 50, kills: 3 };
const READY_MS = 3_000;

/** The server is killed again and again while visitors confirm. */
export const killedServer: Drill = {
  name: "killed server",
  async run({ isLong }) {
    const { submits, perSecond, kills } = isLong ? LONG : SHORT;
    const database = await startDrillDatabase();
    const start = () => startApp({ databaseUrl: database.url });
    let app: App = await start();
    try {
      const ready: number[] = [];
      const killing = (async () => {
        for (let kill = 0; kill < kills; kill++) {
          await pause(((submits / perSecond) * 1_000) / (kills + 1));
          await app.kill("SIGKILL");
          const killedAt = performance.now();
          app = await start();
          while ((await fetch(`${app.url}/readyz`)).status !== 200) await pause(20);
          ready.push(performance.now() - killedAt);
        }
      })();
      const [{ figures, goals }] = await Promise.all([
        confirmSteadily({ url: () => app.url, submits, perSecond }),
        killing,
      ]);
      const slowest = Math.round(Math.max(...ready));
      return {
        figures: {
          ...figures,
          kills,
          "ready after ms, median": percentile(ready, 0.5),
          "ready after ms, slowest": slowest,
        },
        goals: [...goals, { goal: `ready again within ${READY_MS} ms`, isMet: slowest <= READY_MS }],
      };
    } finally {
      await app.kill("SIGKILL");
      await database.stop();
    }
  },
};
