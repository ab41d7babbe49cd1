import { expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { readSpendOfDay } from "#app/database/queries/money.server.ts";
import { earnedIn } from "#app/database/queries/statistics.server.ts";
import { addToCommissionTotals } from "#app/database/queries/totals.server.ts";
import { SpendRow } from "#app/models/index.server.ts";
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

test("amounts of many digits and of both signs add up exactly", async () => {
  const { id: workspaceId } = (await createOwner()).workspace;
  const sumOf = async (amounts: string[]) => {
    await SpendRow.destroy({ where: { workspaceId } });
    for (const [index, amount] of amounts.entries())
      await SpendRow.create({
        workspaceId,
        origin: "file",
        rowKey: String(index),
        day: "2026-11-01",
        adPlatform: "meta",
        accountId: "",
        currency: "IDR",
        amount,
        isSpread: false,
        isWorkedOut: true,
      });
    const [row] = await readSpendOfDay({ workspaceId, day: "2026-11-01" });
    return row?.amount;
  };
  expect(await sumOf(["922337203685477.5808", "922337203685477.5808", "0.0001"])).toBe(
    "1844674407370955.1617",
  );
  expect(await sumOf(["5", "-0.25"])).toBe("4.7500");
  expect(await sumOf(["-5", "0.25"])).toBe("-4.7500");
  expect(await sumOf(["-0.75", "0.5"])).toBe("-0.2500");
  expect(await sumOf(["1.9999", "2.0002", "-1"])).toBe("3.0001");
  expect(await sumOf(["12.5", "-12.5000"])).toBe("0.0000");
});
