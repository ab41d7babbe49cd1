import { beforeEach, describe, expect, test } from "vitest";
import { presentStatistics } from "#app/presenters/statistics.ts";
import { StatisticsQuery } from "#app/schemas/statistics.ts";
import { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { getStatistics } from "#app/services/analytics/get-statistics.server.ts";
import { readPeriod } from "#app/services/analytics/read-period.server.ts";
import { listSubmissions } from "#app/services/submissions/list-submissions.server.ts";
import { createForm, type Form, submitForm } from "../../factories/index.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";

let form: Form;
beforeEach(async () => {
  form = await createForm();
});

const submit = (query = "", more = {}) =>
  submitForm(form, { pageUrl: `https://example.com/optin?${query}`, ...more });

describe("sources and campaigns", () => {
  test("sources and campaigns are one row whatever their case, blanks, hosts and apps, and its link lists all claims", async () => {
    const referrers = [
      "https://facebook.com/",
      "https://l.facebook.com/l.php",
      "http://lm.facebook.com/",
      "https://m.facebook.com/",
      "https://www.facebook.com/",
      "android-app://com.facebook.katana/",
    ];
    for (const source of ["Facebook", "facebook", "facebook%20", "%20FACEBOOK"])
      await submit(`utm_source=${source}&utm_campaign=Nov%20%202026`);
    for (const referrer of referrers) await submit("utm_campaign=nov+2026", { referrer });
    await submit("", { referrer: "android-app://com.instagram.android" });
    await submit("utm_source=%20&utm_campaign=(None)");
    const { workspace } = form.owner;
    const { days } = await readPeriod(workspace, StatisticsQuery.parse({}));
    const statistics = await getStatistics({ workspace, days });
    const { bySource, byCampaign } = presentStatistics(statistics, null, []);
    expect(bySource.map(({ source, submissions }) => [source, submissions])).toEqual([
      ["facebook", 10],
      [null, 1],
      ["instagram", 1],
    ]);
    expect(byCampaign.map(({ campaign, submissions }) => [campaign, submissions])).toEqual([
      ["nov 2026", 10],
      [null, 2],
    ]);
    const list = async (query: Record<string, string>) =>
      (await listSubmissions({ workspace: form.owner.workspace, query: SubmissionsQuery.parse(query) }))
        .total;
    for (const source of ["facebook", "l.facebook.com", " Facebook ", "android-app://com.facebook.katana"])
      expect([source, await list({ source })]).toEqual([source, 10]);
    for (const campaign of ["nov 2026", "NOV  2026"])
      expect([campaign, await list({ campaign })]).toEqual([campaign, 10]);
    expect([await list({ source: "(none)" }), await list({ source: "Instagram" })]).toEqual([1, 1]);
    await expectTotalsToBeTrue();
  });

  test("sources that differ by an accent are two, in the totals and among filtered claims", async () => {
    for (const source of ["caf%C3%A9", "CAF%C3%89%20", "cafe"]) await submit(`utm_source=${source}`);
    const { workspace } = form.owner;
    const { days } = await readPeriod(workspace, StatisticsQuery.parse({}));
    for (const filters of [undefined, { country: "ES" }]) {
      const statistics = await getStatistics({ workspace, days, filters });
      const { bySource } = presentStatistics(statistics, null, []);
      expect(bySource.map(({ source, submissions }) => [source, submissions])).toEqual([
        ["café", 2],
        ["cafe", 1],
      ]);
      const list = async (source: string) =>
        (await listSubmissions({ workspace, query: SubmissionsQuery.parse({ source, ...filters }) })).total;
      expect([await list("café"), await list("Cafe "), await list("caf")]).toEqual([2, 1, 0]);
    }
  });

  test("sources and campaigns keep what the link and the browser said", async () => {
    const claim = await submit("utm_source=%20FaceBook&utm_campaign=Nov%20%202026", {
      referrer: "https://l.facebook.com/l.php?u=1",
    });
    expect(claim).toMatchObject({
      source: "facebook",
      utmSource: " FaceBook",
      referrer: "https://l.facebook.com/l.php?u=1",
      campaign: "nov 2026",
      utmCampaign: "Nov  2026",
    });
  });
});
