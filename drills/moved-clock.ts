import { startSandboxServer } from "../tests/servers/sandbox.ts";
import { startDrillDatabase } from "./database.ts";
import type { Drill } from "./drill.ts";

/** The server's clock jumps forward and back by a minute while claims are confirmed, verified and sent. */
export const movedClock: Drill = {
  name: "moved clock",
  async run({ isLong }) {
    const database = await startDrillDatabase();
    const sandbox = await startSandboxServer();
    try {
      const { deliverWithMovedClock } = await import("../tests/support/deliver-with-moved-clock.ts");
      const { statuses, ...counts } = await deliverWithMovedClock({
        databaseUrl: database.url,
        sandbox,
        claimsPerJump: isLong ? 50 : 10,
      });
      const { claims, sent, acceptedTwice, totalsThatDiffer } = counts;
      return {
        figures: {
          events: claims,
          sent,
          "accepted twice": acceptedTwice,
          "totals that differ": totalsThatDiffer,
          statuses: statuses.join(", "),
        },
        goals: [
          { goal: "no request fails", isMet: statuses.every((status) => status < 400) },
          { goal: "every event sent", isMet: sent === claims },
          { goal: "no event accepted twice", isMet: acceptedTwice === 0 },
          { goal: "every total true", isMet: totalsThatDiffer === 0 },
        ],
      };
    } finally {
      await sandbox.close();
      await database.stop();
    }
  },
};
