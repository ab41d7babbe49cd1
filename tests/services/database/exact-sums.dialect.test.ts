import { expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { earnedIn } from "#app/database/queries/statistics.server.ts";
import { addToCommissionTotals } from "#app/database/queries/totals.server.ts";
import { createOwner } from "../../factories/index.ts";

test("commissions add up exactly, also to less than nothing", async () => {
  const workspaceId = (await createOwner()).workspace.id;
  const earned = [
    { day: "2026-11-01", currency: "EUR", amount: "2.25", by: -1 as const },
    { day: "2026-11-02", currency: "EUR", amount: "0.75", by: 1 as const },
    { day: "2026-11-02", currency: "USD", amount: "0.1", by: 1 as const },
    { day: "2026-11-02", currency: "USD", amount: "0.2", by: 1 as const },
    { day: "2026-11-02", currency: "GBP", amount: "0.5", by: -1 as const },
  ];
  for (const one of earned)
    await inTransaction((transaction) => addToCommissionTotals([{ workspaceId, ...one }], transaction));

  expect(await earnedIn({ workspaceId, days: { from: "2026-11-01", to: "2026-11-30" } })).toEqual([
    { amount: "-1.5000", currency: "EUR" },
    { amount: "-0.5000", currency: "GBP" },
    { amount: "0.3000", currency: "USD" },
  ]);
});
