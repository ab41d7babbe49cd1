import { expect } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { markDays } from "#app/database/queries/day-marks.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { DayMark, SpendRow } from "#app/models/index.server.ts";
import { countMarkedDays } from "#app/services/counting/count-marked-days.server.ts";
import type { Form } from "../factories/index.ts";

/** A row of spend of today's, with its day marked. */
export async function createSpend(
  { owner: { workspace } }: Form,
  amount: string,
  more: Partial<SpendRow> = {},
): Promise<void> {
  const workspaceId = workspace.id;
  const day = more.day ?? dayIn(workspace.timeZone, new Date());
  await inTransaction(async (transaction) => {
    await SpendRow.create(
      {
        workspaceId,
        origin: "file",
        rowKey: newId(),
        day,
        adPlatform: "meta",
        accountId: "",
        currency: "EUR",
        amount,
        impressions: 100,
        clicks: 10,
        conversions: "2",
        isSpread: false,
        isWorkedOut: true,
        ...more,
      },
      { transaction },
    );
    await markDays(workspaceId, [day], transaction);
  });
}

export async function addUpMoney({ owner }: Form): Promise<void> {
  while (await countMarkedDays());
  expect(await DayMark.count({ where: { workspaceId: owner.workspace.id } })).toBe(0);
}
