import { isDeepStrictEqual } from "node:util";
import { startDrillDatabase, startSqliteDatabase } from "./database.ts";
import type { Drill } from "./drill.ts";

/**
 * Claims are submitted, decided, settled, expired, withdrawn and erased at random, many of them at once, while spend,
 * rules, exchange rates, the currency and the time zone change. Then every sum is what its rows give.
 */
const createDrill = (name: string, start: () => Promise<{ stop(): Promise<void> }>): Drill => ({
  name,
  async run({ isLong }) {
    const database = await start();
    try {
      const { connectMeta, connectPlatform, createForm } = await import("../tests/factories/index.ts");
      const { changeClaims, moveZone } = await import("../tests/support/change-claims.ts");
      const { createTier } = await import("../tests/support/tiers.ts");
      const { readTotals } = await import("../tests/support/totals.ts");
      const { findFalseMoney } = await import("../tests/support/false-money.ts");
      const { checkTotals } = await import("#app/services/submissions/check-totals.server.ts");
      const form = await createForm();
      // Without a commission of its broker, no sum of it would be known.
      for (const { id } of form.platforms) await createTier(id);
      await connectMeta(form.owner);
      await connectPlatform(form.owner, "google");
      const falseSums: string[] = [];
      const areTotalsTrue = async () => {
        falseSums.push(...(await findFalseMoney(form.owner.workspace)));
        const { stored, counted } = await readTotals();
        return isDeepStrictEqual(stored, counted) && (await checkTotals()) === 0;
      };
      const counts = await changeClaims(form, isLong ? 50_000 : 10_000);
      const afterChanges = await areTotalsTrue();
      const moneyAfterChanges = falseSums.length === 0;
      await moveZone(form.owner, "Pacific/Auckland");
      const afterMove = await areTotalsTrue();
      return {
        figures: {
          changes: Object.values(counts).reduce((sum, count) => sum + count, 0),
          ...counts,
          "sums of money that are not those of their rows": falseSums.length,
          ...(falseSums.length > 0 ? { "false sums": falseSums.join("; ") } : {}),
        },
        goals: [
          { goal: "every total true", isMet: afterChanges },
          { goal: "every sum of money true", isMet: moneyAfterChanges },
          { goal: "every total true in another time zone", isMet: afterMove },
          { goal: "every sum of money true in another time zone", isMet: falseSums.length === 0 },
        ],
      };
    } finally {
      await database.stop();
    }
  },
});

export const randomChanges = createDrill("random changes", startDrillDatabase);
export const randomChangesOnSqlite = createDrill("random changes on SQLite", startSqliteDatabase);
