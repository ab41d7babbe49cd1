import { expect, test } from "vitest";
import { readSpendOfDay } from "#app/database/queries/counted-claims.server.ts";
import { DayCount, SpendRow } from "#app/models/index.server.ts";
import { earnedIn, findCountedDays } from "#app/services/counting/count-parts.server.ts";
import { createOwner } from "../../factories/index.ts";

test("commissions add up exactly, also to less than nothing", async () => {
  const { workspace } = await createOwner();
  const earned = [
    { period: "2026-11-01", value: "EUR", amount: "-2.2500" },
    { period: "2026-11-02", value: "EUR", amount: "0.7500" },
    { period: "2026-11-02", value: "USD", amount: "0.1000" },
    { period: "2026-11-03", value: "USD", amount: "0.2000" },
    { period: "2026-11-02", value: "GBP", amount: "-0.5000" },
  ];
  const states = { status: "", eventStatus: "", eventState: "", truthState: "" };
  const keys = {
    workspaceId: workspace.id,
    basis: "claim" as const,
    kind: "earned",
    measure: "earned",
    ...states,
  };
  for (const one of earned) await DayCount.create({ ...keys, ...one, claimDay: one.period });

  const days = { from: "2026-11-01", to: "2026-11-08" };
  expect(await earnedIn(await findCountedDays({ workspaceId: workspace.id, days }))).toEqual([
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
