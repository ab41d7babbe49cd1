import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { markDays } from "#app/database/queries/day-marks.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { toNameKey } from "#app/lib/spend.ts";
import { AdObject, DayMark, SpendRow } from "#app/models/index.server.ts";
import type { AnalyticsGroup } from "#app/schemas/analytics.ts";
import { addUpDays } from "#app/services/money/add-up-days.server.ts";
import { getMoney, type MoneyBasis } from "#app/services/money/get-money.server.ts";
import { createForm, type Form, submitForm } from "../../factories/index.ts";

let form: Form;
beforeEach(async () => {
  form = await createForm();
});

const today = () => dayIn(form.owner.workspace.timeZone, new Date());
const claim = (query = "", more = {}) =>
  submitForm(form, { pageUrl: `https://example.com/optin?${query}`, ...more });

async function createCampaign(name: string, more: Partial<AdObject> = {}): Promise<AdObject> {
  const objectId = more.objectId ?? null;
  return AdObject.create({
    ...{ workspaceId: form.owner.workspace.id, adPlatform: "meta", accountId: "", level: "campaign" },
    ...{ objectId, objectKey: objectId ?? newId(), name, nameKey: toNameKey(name), createdAt: new Date() },
    ...more,
  });
}

async function spend(amount: string, more: Partial<SpendRow> = {}): Promise<void> {
  const workspaceId = form.owner.workspace.id;
  const day = more.day ?? today();
  await inTransaction(async (transaction) => {
    await SpendRow.create(
      {
        ...{ workspaceId, origin: "file", rowKey: newId(), day, adPlatform: "meta", accountId: "" },
        ...{ currency: "EUR", amount, impressions: 100, clicks: 10, conversions: "2", isSpread: false },
        ...more,
      },
      { transaction },
    );
    await markDays(workspaceId, [day], transaction);
  });
}

async function addUp(): Promise<void> {
  while (await addUpDays());
  expect(await DayMark.count({ where: { workspaceId: form.owner.workspace.id } })).toBe(0);
}

const read = (groupBy: AnalyticsGroup, basis: MoneyBasis = "claim", days = { from: today(), to: today() }) =>
  getMoney({ workspace: form.owner.workspace, days, groupBy, basis });

describe("money", () => {
  test("spend meets the claims of its campaign by the ids of the link, then by the campaign's name", async () => {
    const summer = await createCampaign("Summer  Sale – LATAM", { objectId: "123" });
    await claim("utm_source=ig&utm_campaign=summer_sale-latam");
    await claim("utm_source=ig&utm_campaign=renamed&campaign_id=123");
    await claim("utm_source=ig&utm_campaign=winter");
    await spend("300.5", { campaignRef: summer.id });
    await spend("40", { adPlatform: "", source: "newsletter", conversions: null, clicks: null });
    expect((await read("campaign")).isBehind).toBe(true);
    await addUp();
    const money = await read("campaign");
    expect(money.rows.map(({ key, claims, spend: cost }) => [key, claims, cost])).toEqual([
      ["summer sale – latam", 2, "300.5"],
      ["winter", 1, null],
      [null, 0, "40"],
    ]);
    expect(money.rows[0]).toMatchObject({
      ...{ label: "Summer  Sale – LATAM", adPlatform: "meta", campaignRef: summer.id, waitingValue: "500" },
      ...{ impressions: 100, clicks: 10, platformConversions: 2, claimsQuery: { adCampaign: summer.id } },
    });
    expect(money.totals).toMatchObject({ claims: 3, waiting: 3, waitingValue: "750", spend: "340.5" });
    expect(money.isBehind).toBe(false);
    const { rows } = await read("source");
    expect(rows.map(({ key, claims, spend: cost }) => [key, claims, cost])).toEqual([
      ["ig", 3, "300.5"],
      ["newsletter", 0, "40"],
    ]);
  });
});
