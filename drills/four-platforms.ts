import { startSandboxServer } from "../tests/servers/sandbox.ts";
import { startDrillDatabase } from "./database.ts";
import { type Drill, percentile } from "./drill.ts";

/** 10,000 events: 400 to Google, which takes 300 calls a minute, and three calls for each event. */
const LONG = {
  submissions: 400,
  submissionsWithoutGoogle: 2_800,
  workers: 4,
  faultsMs: 120_000,
  killEveryMs: 4_000,
};
const SHORT = { submissions: 100, workers: 4, faultsMs: 15_000, killEveryMs: 3_000 };
const DOWN_MS = 2_000;
/** How much more a worker may hold in the last third of its time than in the second. */
const GROWTH_MAX = 1.1;

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
      const { memoryMb } = delivered;
      const third = Math.floor(memoryMb.length / 3);
      const middle = percentile(memoryMb.slice(third, 2 * third), 0.5);
      const end = percentile(memoryMb.slice(2 * third), 0.5);
      return {
        figures: {
          events,
          "workers killed": kills,
          seconds,
          "MB of a worker, second third": middle,
          "MB of a worker, last third": end,
        },
        goals: [
          { goal: "every event accepted, and none under two ids", isMet: missing === 0 },
          { goal: "none sent again after its acceptance was known", isMet: sentAfterAccepted === 0 },
          { goal: "a repeat only after a lost answer", isMet: doubled === 0 },
          { goal: "every attempt logged", isMet: gapsInAttempts === 0 },
          { goal: "no backlog left", isMet: open === 0 },
          // A short run ends while code is still being compiled.
          ...(isLong ? [{ goal: "memory is flat", isMet: end <= GROWTH_MAX * middle }] : []),
        ],
      };
    } finally {
      await sandbox.close();
      await database.stop();
    }
  },
};
