import Decimal from "decimal.js-light";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { markDays } from "#app/database/queries/day-marks.server.ts";
import { findDifferingCounts } from "#app/database/queries/differing-counts.server.ts";
import { addToTotals } from "#app/database/queries/totals.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { listDays, plusDays } from "#app/lib/periods.ts";
import { OTHER_VALUES } from "#app/lib/sources.ts";
import { toNameKey } from "#app/lib/spend.ts";
import {
  type AdObject,
  ClaimOrigin,
  Commission,
  DayCount,
  DayMark,
  type Delivery,
  type Platform,
  type SpendRow,
  Submission,
} from "#app/models/index.server.ts";
import type { AnalyticsGroup } from "#app/schemas/analytics.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { getMoney } from "#app/services/money/get-money.server.ts";
import { createMatcher } from "#app/services/money/match-claims.ts";
import type { MoneyBasis } from "#app/services/money/money-groups.ts";
import { setCampaignSource } from "#app/services/money/set-campaign-source.server.ts";
import { setOwnRate } from "#app/services/own-rates/manage-own-rates.server.ts";
import { checkTotals } from "#app/services/submissions/check-totals.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { listSubmissions } from "#app/services/submissions/list-submissions.server.ts";
import { updateWorkspace } from "#app/services/workspaces/update-workspace.server.ts";
import {
  connectMeta,
  connectPlatform,
  createAdObject,
  createForm,
  createOwner,
  createPlatforms,
  type Form,
  findAccess,
  submitForm,
} from "../../factories/index.ts";
import { stopIdleApp } from "../../servers/app.ts";
import { settle } from "../../support/change-claims.ts";
import { addUpMoney, createSpend } from "../../support/money.ts";
import { createTier } from "../../support/tiers.ts";

// Its job would add up the days, too.
beforeAll(stopIdleApp);

let form: Form;
beforeEach(async () => {
  form = await createForm();
});

const today = () => dayIn(form.owner.workspace.timeZone, new Date());
const claim = (query = "", more = {}) =>
  submitForm(form, { pageUrl: `https://example.com/optin?${query}`, ...more });

const createCampaign = (name: string, more: Partial<AdObject> = {}) =>
  createAdObject(form.owner, { name, ...more });

const spend = (amount: string, more: Partial<SpendRow> = {}) => createSpend(form, amount, more);
const addUp = () => addUpMoney(form);

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
    const before = await read("campaign");
    await addUp();
    const money = await read("campaign");
    expect(before).toEqual(money);
    expect(money.rows.map(({ key, claims, spend: cost }) => [key, claims, cost])).toEqual([
      ["summer sale – latam", 2, "300.5"],
      ["winter", 1, null],
      [null, 0, "40"],
    ]);
    expect(money.rows[0]).toMatchObject({
      label: "Summer  Sale – LATAM",
      adPlatform: "meta",
      campaignRef: summer.id,
      waitingValue: "500",
      impressions: 100,
      clicks: 10,
      platformConversions: 2,
      claimsQuery: { adCampaign: summer.id },
    });
    expect(money.totals).toMatchObject({ claims: 3, waiting: 3, waitingValue: "750", spend: "340.5" });
    expect(money.isBehind).toBe(false);
    const { rows } = await read("source");
    expect(rows.map(({ key, claims, spend: cost }) => [key, claims, cost])).toEqual([
      ["ig", 3, "300.5"],
      ["newsletter", 0, "40"],
    ]);
  });

  test("each number opens its claims, also where a name is that of two campaigns", async () => {
    const meta = await createCampaign("Summer", { objectId: "1" });
    await createCampaign("summer", { adPlatform: "tiktok", objectId: "2" });
    const ad = { level: "ad" as const, parentId: meta.id, objectId: "11" };
    await createCampaign("Story", ad);
    const own = [
      await claim("utm_campaign=summer&fbclid=IwAR2AbCdEf"),
      await claim("utm_campaign=other&ad_id=11"),
      await claim("campaign_id=1"),
    ];
    await claim("utm_campaign=summer&ttclid=E.C.P.Cr0AbCdEf");
    await claim("utm_campaign=summer");
    await spend("10", { campaignRef: meta.id });
    await addUp();
    const { rows } = await read("campaign");
    const row = rows.find(({ campaignRef }) => campaignRef === meta.id);
    expect(row?.claims).toBe(3);
    const { workspace } = form.owner;
    const list = async (query: Record<string, string>) =>
      (await listSubmissions({ workspace, query: SubmissionsQuery.parse(query) })).submissions.map(
        ({ id }) => id,
      );
    expect((await list(row?.claimsQuery ?? {})).sort()).toEqual(own.map(({ id }) => id).sort());
    expect(await list({ adCampaign: newId() })).toEqual([]);
    // "summer" is the name of the claims without a known click, and of those of two campaigns.
    expect(rows.find(({ key, ref }) => key === "summer" && ref === null)).toMatchObject({
      claims: 1,
      claimsQuery: null,
    });
  });

  test("the list of a campaign finds its claims among thousands of origins that share its name", async () => {
    const { workspace } = form.owner;
    const meta = await createCampaign("Summer", { objectId: "1" });
    await createCampaign("summer", { adPlatform: "tiktok", objectId: "2" });
    const own = await claim("utm_source=ig&utm_campaign=summer&fbclid=IwAR2AbCdEf");
    await claim("utm_source=ig&utm_campaign=summer");
    await addUp();
    await ClaimOrigin.bulkCreate(
      Array.from({ length: 3_000 }, (_, index) => ({
        workspaceId: workspace.id,
        id: newId().replaceAll("-", ""),
        source: `s${index}`,
        campaign: "summer",
        campaignId: "",
        adSetId: "",
        adId: "",
        clickPlatform: "meta",
      })),
    );
    const query = SubmissionsQuery.parse({ adCampaign: meta.id });
    const { submissions } = await listSubmissions({ workspace, query });
    expect(submissions.map(({ id }) => id)).toEqual([own.id]);
  });

  test("the commission of a broker without tiers is not known, and nor is that of a row that has one", async () => {
    const owner = await createOwner();
    form = await createForm({ owner, platforms: await createPlatforms(2, { owner }) });
    const [tiered, untiered] = form.platforms;
    await createTier(tiered?.id ?? "", { minAmount: "50" });
    const access = await findAccess(form.owner.workspace.id);
    const verify = async (platform: Platform | undefined, amount: string) => {
      const { id: submissionId } = await claim("utm_source=ig", { platform: platform?.id ?? "" });
      await decideSubmission({ access, submissionId, input: { status: "handled", amount, currency: "EUR" } });
    };
    // Below the first tier nothing is earned, which is known.
    await verify(tiered, "20");
    await verify(tiered, "100");
    await addUp();
    expect((await read("source")).totals).toMatchObject({ commission: "50", unknownCommission: 0 });
    await verify(untiered, "100");
    await addUp();
    const { rows, totals } = await read("platform");
    expect(totals).toMatchObject({ commission: null, unknownCommission: 1, value: "220" });
    expect(rows.find(({ key }) => key === tiered?.id)).toMatchObject({ commission: "50" });
    expect(rows.find(({ key }) => key === untiered?.id)).toMatchObject({ commission: null });
    expect((await read("source")).rows).toMatchObject([{ commission: null, unknownCommission: 1 }]);
  });

  test("beside a campaign stands what its own ad platform accepted, and the number opens these claims", async () => {
    await connectMeta(form.owner);
    await connectPlatform(form.owner, "google");
    const campaign = await createCampaign("Summer", { objectId: "1" });
    const access = await findAccess(form.owner.workspace.id);
    const settled = async (meta: Delivery["state"], google: Delivery["state"]) => {
      const made = await claim("campaign_id=1");
      const input = { status: "handled" as const, amount: "100", currency: "EUR" };
      await decideSubmission({ access, submissionId: made.id, input });
      await settle(made, meta, "meta");
      await settle(made, google, "google");
      return made.id;
    };
    const accepted = [await settled("sent", "failed"), await settled("sent", "sent")].sort();
    await settled("failed", "sent");
    await spend("10", { campaignRef: campaign.id });
    await addUp();
    const { rows, totals } = await read("campaign");
    expect(rows).toMatchObject([{ claims: 3, accepted: 2, adPlatform: "meta" }]);
    expect(totals.accepted).toBe(1);
    const query = SubmissionsQuery.parse({ adCampaign: campaign.id, event: "sent", adPlatform: "meta" });
    const { submissions } = await listSubmissions({ workspace: form.owner.workspace, query });
    expect(submissions.map(({ id }) => id).sort()).toEqual(accepted);
    await DayCount.update(
      { amount: "9.0000" },
      { where: { workspaceId: campaign.workspaceId, kind: "form", measure: "accepted:meta" } },
    );
    expect((await findDifferingCounts()).days).toContainEqual({
      workspaceId: campaign.workspaceId,
      day: today(),
    });
    await checkTotals();
    await addUp();
  });

  test("claims of more campaigns and ads than a day tells apart are one named row, and none is lost", async () => {
    const made = await claim("utm_source=ig&utm_campaign=summer&ad_id=1");
    const row = made.get({ plain: true });
    const copies = Array.from({ length: 2_004 }, (_, index) => {
      const id = newId();
      return { ...row, id, submissionKey: id, uniqueEmail: null, adId: `${index % 2_003}` };
    });
    await inTransaction(async (transaction) => {
      await Submission.bulkCreate(copies, { transaction });
      await addToTotals(copies, transaction);
    });
    await addUp();
    for (const groupBy of ["source", "campaign", "adSet", "ad"] as const) {
      const { rows, totals } = await read(groupBy);
      expect(totals.claims).toBe(2_005);
      expect(rows.reduce((sum, { claims }) => sum + claims, 0)).toBe(2_005);
      expect(rows.find(({ key }) => key === OTHER_VALUES)).toMatchObject({ claims: 3, claimsQuery: null });
    }
  });

  test("an ad set's number opens no list where some of its claims carry only the id of an ad", async () => {
    const campaign = await createCampaign("Summer", { objectId: "1" });
    const adSet = await createCampaign("Wide", { level: "adSet", parentId: campaign.id, objectId: "5" });
    const ad = await createCampaign("Story", { level: "ad", parentId: adSet.id, objectId: "11" });
    await claim("adset_id=5&ad_id=11");
    await spend("10", { campaignRef: campaign.id, adSetRef: adSet.id, adRef: ad.id });
    await spend("5", { campaignRef: campaign.id });
    await addUp();
    const rowOf = async (ref: string) => (await read("adSet")).rows.find((row) => row.ref === ref);
    expect(await rowOf(adSet.id)).toMatchObject({
      claims: 1,
      claimsQuery: { adSetId: "5" },
      spendQuery: { adSet: adSet.id },
    });
    expect(await rowOf(campaign.id)).toMatchObject({
      spend: "5",
      spendQuery: { campaign: campaign.id, adSet: "(none)" },
    });
    await claim("ad_id=11");
    await addUp();
    expect(await rowOf(adSet.id)).toMatchObject({ claims: 2, claimsQuery: null });
  });

  test("spend by hand is a row of its own, and costs no claim without a campaign anything", async () => {
    await claim();
    await spend("40", { adPlatform: "", source: "newsletter", conversions: null, clicks: null });
    await addUp();
    for (const groupBy of ["campaign", "adSet", "ad"] as const)
      expect((await read(groupBy)).rows).toMatchObject([
        { key: null, label: null, claims: 1, spend: null },
        { key: null, label: "By hand", claims: 0, spend: "40", spendQuery: { platform: "(none)" } },
      ]);
  });

  test("a campaign named as the rest of a day's claims gets none of them", () => {
    const rest = { source: "(other)", campaign: "(other)", campaignId: "", adSetId: "", adId: "" };
    const campaign = {
      id: "1",
      adPlatform: "meta",
      level: "campaign",
      parentId: null,
      objectId: null,
    } as const;
    const match = createMatcher([
      { ...campaign, name: "(other)", nameKey: toNameKey("(other)"), source: null },
    ]);
    expect(match({ ...rest, clickPlatform: "" }).campaign).toBeNull();
  });

  test("verified claims have their amounts and commissions in the workspace's currency, at its own rate", async () => {
    const { workspace } = form.owner;
    const access = await findAccess(workspace.id);
    await createTier(form.platforms[0]?.id ?? "");
    const decide = async (amount: string, currency: string) => {
      const { id: submissionId } = await claim("utm_source=ig");
      const input = { status: "handled" as const, amount, currency };
      await decideSubmission({ access, submissionId, input });
    };
    await decide("100", "EUR");
    await decide("200", "USD");
    await claim("utm_source=ig", { amount: "40" });
    await setOwnRate({ access, input: { from: "USD", to: "EUR", rate: "0.5" } });
    await addUp();
    const { totals } = await read("platform");
    expect(totals).toMatchObject({ claims: 3, verified: 2, value: "200", waitingValue: "40" });
    const earned = await Commission.findAll({ where: { workspaceId: workspace.id } });
    const sum = earned.reduce((all, { earned: one }) => all.plus(one ?? 0), new Decimal(0));
    expect(totals.commission).toBe(sum.toFixed());
    form.owner.workspace = await inTransaction((transaction) =>
      updateWorkspace({ access, input: { currency: "USD" } }, transaction),
    );
    expect(await read("platform")).toMatchObject({ isBehind: false, totals: { value: "400" } });
    // With more days than are counted while a page is read.
    const { id: workspaceId } = workspace;
    const days = listDays({ from: plusDays(today(), -100), to: today() });
    await DayMark.bulkCreate(days.map((day) => ({ workspaceId, day, id: `c:${newId().slice(0, 30)}` })));
    const converting = await read("platform", "claim", { from: days[0] ?? "", to: today() });
    expect(converting).toMatchObject({ isBehind: true, totals: { claims: 3, verified: 2 } });
    const unknown = { value: null, waitingValue: null, commission: null, spend: null };
    for (const row of [converting.totals, ...converting.rows]) expect(row).toMatchObject(unknown);
    await addUp();
    expect(await read("platform")).toMatchObject({ isBehind: false, totals: { value: "400" } });
  });

  test("a sum with an amount that has no exchange rate is not known, and the row says so", async () => {
    await spend("10");
    await spend("1000000", { currency: "VES", adPlatform: "google" });
    await addUp();
    expect((await read("day")).rows).toMatchObject([{ spend: null, isPartial: true }]);
    const { rows, totals } = await read("campaign");
    expect(rows).toMatchObject([
      { adPlatform: "meta", spend: "10", isPartial: false },
      { adPlatform: "google", spend: null, isPartial: true },
    ]);
    expect(totals).toMatchObject({ spend: null, isPartial: true });
    expect((await read("country")).rows).toEqual([]);
  });

  test("a claim counts on its day, or on that of its click, also in whole months", async () => {
    const { timeZone } = form.owner.workspace;
    const now = new Date("2026-09-02T12:00:00Z");
    const clicked = await claim("utm_source=ig", { now });
    const clickSeenAt = new Date("2026-08-30T12:00:00Z");
    await clicked.update({ clickSeenAt });
    await spend("5", { day: "2026-08-30" });
    await inTransaction((transaction) => markDays(clicked.workspaceId, [clicked.day], transaction));
    await addUp();
    const count = async (from: string, to: string, basis: MoneyBasis) =>
      (await read("source", basis, { from, to })).totals.claims;
    const clickDay = dayIn(timeZone, clickSeenAt);
    expect(await count(clicked.day, clicked.day, "claim")).toBe(1);
    expect(await count(clicked.day, clicked.day, "click")).toBe(0);
    expect(await count(clickDay, clickDay, "click")).toBe(1);
    expect(await count("2026-08-01", "2026-08-31", "click")).toBe(1);
    expect(await count("2026-08-01", "2026-08-31", "claim")).toBe(0);
    expect(await count("2026-08-20", "2026-10-31", "claim")).toBe(1);
    expect((await read("campaign", "claim", { from: "2026-08-01", to: "2026-08-31" })).totals.spend).toBe(
      "5",
    );
  });

  test("the owner's rule decides under which source a campaign's spend counts", async () => {
    const access = await findAccess(form.owner.workspace.id);
    const summer = await createCampaign("Summer", { objectId: "1" });
    await claim("utm_source=ig&campaign_id=1");
    await claim("utm_source=tiktok&campaign_id=1");
    await spend("30", { campaignRef: summer.id });
    await addUp();
    expect(await read("source")).toMatchObject({
      unmatched: { withoutSource: { spend: "30" } },
      totals: { spend: "30" },
      rows: [{ spend: null }, { spend: null }],
    });
    await setCampaignSource({ access, campaignRef: summer.id, source: "www.Instagram.com" });
    const money = await read("source");
    expect(money.unmatched.withoutSource).toBeNull();
    const unreadable = setCampaignSource({ access, campaignRef: summer.id, source: "(none)" });
    await expect(unreadable).rejects.toThrow(messages.money.sourceShape);
    expect(money.rows.find(({ spend: cost }) => cost !== null)).toMatchObject({
      key: "instagram",
      claims: 0,
      spend: "30",
    });
    const other = await createForm();
    const foreign = await findAccess(other.owner.workspace.id);
    const refused = setCampaignSource({ access: foreign, campaignRef: summer.id, source: null });
    await expect(refused).rejects.toThrow("Campaign");
  });
});
