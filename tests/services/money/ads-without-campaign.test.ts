import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import type { Spend } from "#app/lib/spend.ts";
import type { AnalyticsGroup } from "#app/schemas/analytics.ts";
import { countMarkedDays } from "#app/services/counting/count-marked-days.server.ts";
import { getMoney } from "#app/services/money/get-money.server.ts";
import { saveSpend } from "#app/services/spend/save-spend.server.ts";
import { createForm, type Form, submitForm } from "../../factories/index.ts";
import { stopIdleApp } from "../../servers/app.ts";

// Its job would add up the days, too.
beforeAll(stopIdleApp);

let form: Form;
beforeEach(async () => {
  form = await createForm();
});

const today = () => dayIn(form.owner.workspace.timeZone, new Date());
const claim = (query: string) => submitForm(form, { pageUrl: `https://example.com/optin?${query}` });

const STORY = { objectId: "11", name: "Story" };
const SUMMER = { objectId: "1", name: "Summer" };

/** What a connected account says an ad cost today. */
async function spend(amount: string, more: Partial<Spend> = {}): Promise<void> {
  const { id: workspaceId } = form.owner.workspace;
  const reading = { workspaceId, origin: "account", accountRef: "a", reportedAt: new Date() } as const;
  const said: Spend = {
    day: today(),
    adPlatform: "meta",
    accountId: "7",
    campaign: null,
    adSet: null,
    ad: STORY,
    source: null,
    currency: "EUR",
    amount,
    impressions: null,
    clicks: null,
    conversions: null,
    ...more,
  };
  await inTransaction((transaction) => saveSpend(reading, [said], transaction));
}

/** Each row's name, claims and spend. */
async function read(groupBy: AnalyticsGroup) {
  while (await countMarkedDays());
  const { workspace } = form.owner;
  const days = { from: today(), to: today() };
  const { rows } = await getMoney({ workspace, days, groupBy, basis: "claim" });
  return rows.map(({ label, claims, spend: cost }) => [label, claims, cost]);
}

describe("a claim of an ad whose campaign nobody names", () => {
  test("it meets the ad's spend, is of no campaign, and is of that one that a later file names", async () => {
    await claim("utm_source=ig&ad_id=11");
    await spend("30");
    expect(await read("ad")).toEqual([["Story", 1, "30"]]);
    expect(await read("adSet")).toEqual([
      [null, 1, null],
      [null, 0, "30"],
    ]);
    expect(await read("campaign")).toEqual([
      [null, 1, null],
      [null, 0, "30"],
    ]);
    await spend("30", { campaign: SUMMER });
    expect(await read("ad")).toEqual([["Story", 1, "30"]]);
    expect(await read("campaign")).toEqual([["Summer", 1, "30"]]);
  });

  test("its campaign is that of the link's id, and else that of the link's name", async () => {
    await spend("30");
    await spend("50", { accountId: "8", campaign: SUMMER, ad: null });
    await claim("ad_id=11&campaign_id=1&utm_campaign=another");
    await claim("ad_id=11&utm_campaign=summer");
    await claim("ad_id=11&utm_campaign=winter");
    expect(await read("ad")).toEqual([
      ["Story", 3, "30"],
      ["Summer", 0, "50"],
    ]);
    expect(await read("campaign")).toEqual([
      ["Summer", 2, "50"],
      ["winter", 1, null],
      [null, 0, "30"],
    ]);
  });

  test("an ad that no spend knows stands with its id, and its campaign is that of the link", async () => {
    await spend("50", { accountId: "8", campaign: SUMMER, ad: null });
    await claim("ad_id=99&campaign_id=1");
    await claim("ad_id=99");
    expect(await read("ad")).toEqual([
      ["99", 2, null],
      ["Summer", 0, "50"],
    ]);
    expect(await read("campaign")).toEqual([
      ["Summer", 1, "50"],
      [null, 1, null],
    ]);
  });

  test("of two ad platforms with an ad of one id it is that one's that its click came from", async () => {
    await spend("30");
    await spend("20", { adPlatform: "tiktok", ad: { objectId: "11", name: "Clip" } });
    await claim("ad_id=11&ttclid=E.C.P.Cr0AbCdEf");
    await claim("ad_id=11");
    expect(await read("ad")).toEqual([
      ["Clip", 1, "20"],
      ["11", 1, null],
      ["Story", 0, "30"],
    ]);
  });
});
