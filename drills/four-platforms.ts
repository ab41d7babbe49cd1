import { startSandboxServer } from "../tests/servers/sandbox.ts";
import { startDrillDatabase } from "./database.ts";
import type { Drill } from "./drill.ts";

const LONG = { submissions: 2_500, workers: 4, faultsMs: 120_000, killEveryMs: 4_000 };
const SHORT = { submissions: 100, workers: 4, faultsMs: 15_000, killEveryMs: 3_000 };
const DOWN_MS = 2_000;

/** Verified events go to all four platforms while calls fail, workers are killed and the database once. */
export const fourPlatforms: Drill = {
  name: "four platforms",
  async run({ isLong }) {
    const database = await startDrillDatabase();
    const sandbox = await startSandboxServer({ keptMax: 1_000_000 });
    try {
      const { deliverThroughFaults } = await import("../tests/support/deliver-through-faults.ts");
      const delivered = await deliverThroughFaults({
        ...(isLong ? LONG : SHORT),
        databaseUrl: database.url,
        sandbox,
        halfway: () => database.killAndRestart(DOWN_MS),
      });
      const { events, kills, seconds, missing, open, sentAfterAccepted, doubled, gapsInAttempts } = delivered;
      return {
        figures: { events, "workers killed": kills, seconds },
        goals: [
          { goal: "every event accepted, and none under two ids", isMet: missing === 0 },
          { goal: "none sent again after its acceptance was known", isMet: sentAfterAccepted === 0 },
          { goal: "a repeat only after a lost answer", isMet: doubled === 0 },
          { goal: "every attempt logged", isMet: gapsInAttempts === 0 },
          { goal: "no backlog left", isMet: open === 0 },
        ],
      };
    } finally {
      await sandbox.close();
      await database.stop();
    }
  },
};
