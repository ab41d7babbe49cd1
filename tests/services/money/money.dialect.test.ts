import { Op } from "sequelize";
import { beforeAll, expect, test } from "vitest";
import { findDifferingCounts } from "#app/database/queries/differing-counts.server.ts";
import { DayCount } from "#app/models/index.server.ts";
import { findDifferingDays } from "#app/services/counting/count-day.server.ts";
import { checkTotals } from "#app/services/submissions/check-totals.server.ts";
import { connectMeta, connectPlatform, createAdObject, createForm } from "../../factories/index.ts";
import { stopIdleApp } from "../../servers/app.ts";
import { changeClaims } from "../../support/change-claims.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { addUpMoney, createSpend } from "../../support/money.ts";

// Its job would add up the days, too.
beforeAll(stopIdleApp);

test("after many random changes every sum is what its rows give, and the check finds what is not", async () => {
  const form = await createForm();
  await connectMeta(form.owner);
  await connectPlatform(form.owner, "google");
  const summer = await createAdObject(form.owner, { name: "x", objectId: "1" });
  await changeClaims(form, 400);
  await createSpend(form, "12.34", { campaignRef: summer.id });
  await addUpMoney(form);
  const { id: workspaceId } = form.owner.workspace;
  const days = await DayCount.findAll({
    where: { workspaceId, basis: "claim", kind: "form", measure: "claims", claimDay: { [Op.ne]: "" } },
    attributes: ["period"],
  });
  const places = days.map(({ period }) => ({ workspaceId, day: period }));
  expect(await findDifferingDays(places)).toEqual([]);
  await expectTotalsToBeTrue();
  const [first] = days;
  await DayCount.update(
    { amount: "999.0000" },
    { where: { workspaceId, kind: "country", measure: "claims", claimDay: first?.period ?? "" } },
  );
  expect((await findDifferingCounts()).days).toContainEqual({ workspaceId, day: first?.period });
  const month = (first?.period ?? "").slice(0, 7);
  await DayCount.update(
    { amount: "1234.0000" },
    { where: { workspaceId, kind: "form", measure: "commission", period: month } },
  );
  expect((await findDifferingCounts()).months).toContainEqual({ workspaceId, month });
  await checkTotals();
  await addUpMoney(form);
  expect(await findDifferingCounts()).toEqual({ days: [], months: [] });
});
