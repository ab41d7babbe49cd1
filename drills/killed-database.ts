import { startApp } from "../tests/servers/app.ts";
import { startDrillDatabase } from "./database.ts";
import { type Drill, pause } from "./drill.ts";
import { confirmSteadily } from "./visitors.ts";

const LONG = { submits: 12_000, perSecond: 100, kills: 10 };
const SHORT = { submits: 1_000, perSecond: 50, kills: 2 };
const DOWN_MS = 2_000;
const BACK_MS = 5_000;

/** The database is killed again and again while visitors confirm. */
export const killedDatabase: Drill = {
  name: "killed database",
  async run({ isLong }) {
    const { submits, perSecond, kills } = isLong ? LONG : SHORT;
    const database = await startDrillDatabase();
    const app = await startApp({ databaseUrl: database.url });
    try {
      const back: number[] = [];
      const killing = (async () => {
        for (let kill = 0; kill < kills; kill++) {
          await pause(((submits / perSecond) * 1_000) / (kills + 1));
          await database.killAndRestart(DOWN_MS);
          const restartedAt = performance.now();
          while ((await fetch(`${app.url}/readyz`)).status !== 200) await pause(20);
          back.push(performance.now() - restartedAt);
        }
      })();
      const [{ figures, goals }] = await Promise.all([
        confirmSteadily({ url: () => app.url, submits, perSecond }),
        killing,
      ]);
      const slowest = Math.round(Math.max(...back));
      return {
        figures: { ...figures, kills, "ready after ms, slowest": slowest },
        goals: [...goals, { goal: `ready within ${BACK_MS} ms of its return`, isMet: slowest <= BACK_MS }],
      };
    } finally {
      await app.kill();
      await database.stop();
    }
  },
};
