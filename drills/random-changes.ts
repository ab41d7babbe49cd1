import { isDeepStrictEqual } from "node:util";
import { startDrillDatabase } from "./database.ts";
import type { Drill } from "./drill.ts";

/** Claims are submitted, decided, settled, expired, withdrawn and erased at random, many of them at once. */
export const randomChanges: Drill = {
  name: "random changes",
  async run({ isLong }) {
    const database = await startDrillDatabase();
    try {
      const { connectMeta, connectPlatform, createForm } = await import("../tests/factories/index.ts");
      const { changeClaims, moveZone } = await import("../tests/support/change-claims.ts");
      const { readTotals } = await import("../tests/support/totals.ts");
      const { checkTotals } = await import("#app/services/submissions/check-totals.server.ts");
      const { addUpDays, findDifferingDays } = await import("#app/services/money/add-up-days.server.ts");
      const { ClaimMoney } = await import("#app/models/index.server.ts");
      const form = await createForm();
      await connectMeta(form.owner);
      await connectPlatform(form.owner, "google");
      const isMoneyTrue = async () => {
        while (await addUpDays());
        const where = { basis: "claim", kind: "form" };
        const rows = await ClaimMoney.findAll({ where, attributes: ["workspaceId", "claimDay"] });
        const places = rows.map(({ workspaceId, claimDay: day }) => ({ workspaceId, day }));
        const days = places.filter(({ day }) => day !== "");
        return (await findDifferingDays(days)).length === 0;
      };
      const areTotalsTrue = async () => {
        const { stored, counted } = await readTotals();
        return (await isMoneyTrue()) && isDeepStrictEqual(stored, counted) && (await checkTotals()) === 0;
      };
      const changes = isLong ? 50_000 : 10_000;
      await changeClaims(form, changes);
      const afterChanges = await areTotalsTrue();
      await moveZone(form.owner, "Pacific/Auckland");
      return {
        figures: { changes },
        goals: [
          { goal: "every total true", isMet: afterChanges },
          { goal: "every total true in another time zone", isMet: await areTotalsTrue() },
        ],
      };
    } finally {
      await database.stop();
    }
  },
};
