import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { addToTotals } from "#app/database/queries/totals.server.ts";
import { DAY, HOUR } from "#app/lib/dates.ts";
import { Conflict } from "#app/lib/errors.ts";
import { newId } from "#app/lib/ids.ts";
import { Submission, User, type Workspace } from "#app/models/index.server.ts";
import { presentStatistics } from "#app/presenters/statistics.ts";
import type { StatisticsResponse } from "#app/schemas/statistics.ts";
import { StatisticsQuery } from "#app/schemas/statistics.ts";
import { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { getFigures, getStatistics } from "#app/services/analytics/get-statistics.server.ts";
import { readPeriod } from "#app/services/analytics/read-period.server.ts";
import { getOverview } from "#app/services/overview/get-overview.server.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { CAMPAIGNS_MAX } from "#app/services/submissions/counted-campaigns.server.ts";
import { decideBatch } from "#app/services/submissions/decide-batch.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { listSubmissions } from "#app/services/submissions/list-submissions.server.ts";
import { withdrawSubmission } from "#app/services/submissions/private-links.server.ts";
import { rebuildTotals } from "#app/services/submissions/rebuild-totals.server.ts";
import {
  connectMeta,
  connectPlatform,
  createForm,
  createOwner,
  createPlatforms,
  type Form,
  submitForm,
  toAccess,
} from "../../factories/index.ts";
import { chances, changeClaims, moveZone, SETTLED_STATES, settle } from "../../support/change-claims.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { createTier } from "../../support/tiers.ts";

let form: Form;
let workspace: Workspace;
beforeEach(async () => {
  const owner = await createOwner();
  form = await createForm({ owner, platforms: await createPlatforms(2, { owner }) });
  workspace = owner.workspace;
});

async function readStatistics(
  query: Record<string, string>,
  filters?: Record<string, string>,
): Promise<StatisticsResponse> {
  const { days, compared } = await readPeriod(workspace, StatisticsQuery.parse(query));
  const previous = compared && (await getFigures({ workspace, days: compared, filters }));
  return presentStatistics(await getStatistics({ workspace, days, filters }), previous, []);
}

async function listed(query: Record<string, string | number>): Promise<number> {
  const strings = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const { submissions, total } = await listSubmissions({
    workspace,
    query: SubmissionsQuery.parse({ ...strings, limit: "100" }),
  });
  expect(submissions).toHaveLength(total);
  return total;
}

/** Every number of the statistics is the number of claims that its link lists. */
async function expectNumbersToBeTheirRows(
  statistics: StatisticsResponse,
  filters: Record<string, string> = {},
): Promise<void> {
  const { from, to } = statistics;
  const events = statistics.events ?? expect.fail("there are few enough");
  const days = { from, to };
  const numbers: [number, Record<string, string | number>][] = [
    [statistics.total, {}],
    [statistics.pending, { status: "pending" }],
    [statistics.handled, { status: "handled" }],
    [statistics.rejected, { status: "rejected" }],
    [statistics.truth.decided, { truth: "decided" }],
    [statistics.truth.verified, { truth: "verified" }],
    [statistics.truth.waiting, { truth: "waiting" }],
    [statistics.sent, { event: "sent" }],
    [statistics.failed, { event: "unaccepted" }],
    ...Object.entries(events).map(([event, count]): [number, { event: string }] => [count, { event }]),
    [
      events.sent + events.confirming + events.retrying + events.sending + events.failed,
      { event: "attempted" },
    ],
    ...(statistics.byAdPlatform ?? []).flatMap(
      ({ adPlatform: { id }, sent, accepted, confirmed }): [number, Record<string, string>][] => [
        [sent, { adPlatform: id, event: "attempted" }],
        [accepted, { adPlatform: id, event: "sent" }],
        [confirmed ?? 0, { adPlatform: id, event: "confirmed" }],
      ],
    ),
  ];
  const parts = [
    ...statistics.byPlatform.map((part) => ({ ...part, filter: { platform: part.platform.id } })),
    ...statistics.bySource.map((part) => ({ ...part, filter: { source: part.source ?? "(none)" } })),
    ...statistics.byCampaign.map((part) => ({ ...part, filter: { campaign: part.campaign ?? "(none)" } })),
    ...statistics.byCountry.map((part) => ({ ...part, filter: { country: part.country ?? "(none)" } })),
    ...statistics.byHour.map((part) => ({ ...part, filter: { hour: part.hour } })),
  ];
  for (const { submissions, handled, sent, truth, filter } of parts)
    numbers.push(
      [truth.decided, { ...filter, truth: "decided" }],
      [truth.verified, { ...filter, truth: "verified" }],
      [truth.waiting, { ...filter, truth: "waiting" }],
      [submissions, filter],
      [handled, { ...filter, status: "handled" }],
      [sent, { ...filter, event: "sent" }],
    );
  for (const { date, submissions, handled, sent } of statistics.series)
    if (submissions > 0)
      numbers.push(
        [submissions, { from: date, to: date }],
        [handled, { from: date, to: date, status: "handled" }],
        [sent, { from: date, to: date, event: "sent" }],
      );
  for (const [count, filter] of numbers)
    expect([filter, await listed({ ...days, ...filters, ...filter })]).toEqual([filter, count]);
  expect(statistics.pending + statistics.handled + statistics.rejected).toBe(statistics.total);
  expect(Object.values(events).reduce((sum, count) => sum + count, 0)).toBe(statistics.handled);
}

const decide = (
  { id: submissionId }: Submission,
  status: "handled" | "rejected" | "pending",
  more: { amount?: string; currency?: string; chargedBack?: boolean } = {},
) =>
  decideSubmission({
    access: toAccess(form.owner),
    submissionId,
    input: { status, amount: undefined, currency: undefined, ...more },
  });

describe("statistics", () => {
  test("the statistics are the counts of the claims behind each number, whatever happened to them", async () => {
    await connectMeta(form.owner, { accessToken: "sandbox-400" });
    await connectPlatform(form.owner, "google", { accessToken: "sandbox-400" });
    const now = Date.now();
    const sources = ["instagram", "Newsletter", "newsletter", null];
    const claims: Submission[] = [];
    for (let index = 0; index < 24; index++) {
      const source = sources[index % sources.length];
      claims.push(
        await submitForm(form, {
          now: new Date(now - index * 4 * HOUR),
          platform: form.platforms[index % 2]?.id ?? "",
          ...(source
            ? { pageUrl: `https://example.com/optin?utm_source=${source}&utm_campaign=c${index % 3}` }
            : {}),
        }),
      );
    }
    for (const [index, claim] of claims.entries()) {
      if (index % 6 === 0) await decide(claim, "rejected");
      else if (index % 6 !== 1) {
        await decide(claim, "handled");
        await settle(claim, SETTLED_STATES[index % SETTLED_STATES.length] ?? "sent");
        await settle(claim, SETTLED_STATES[(index + 1) % SETTLED_STATES.length] ?? "sent", "google");
      }
      if (index % 11 === 0) await withdrawSubmission({ workspaceId: workspace.id, submissionId: claim.id });
    }
    await expectTotalsToBeTrue();
    await expectNumbersToBeTheirRows(await readStatistics({ period: "28days" }));
    await expectNumbersToBeTheirRows(await readStatistics({ period: "yesterday" }));
    const filtered: Record<string, string>[] = [
      { source: "instagram" },
      { search: form.platforms[0]?.name ?? "" },
    ];
    for (const filters of filtered)
      await expectNumbersToBeTheirRows(await readStatistics({ period: "yesterday" }, filters), filters);

    // A zone whose days and hours are others.
    await workspace.update({ timeZone: "Asia/Kolkata", zoneChangedAt: new Date(now - 60_000) });
    expect(await rebuildTotals(workspace, () => false)).toBe(true);
    await expectTotalsToBeTrue();
    const statistics = await readStatistics({ period: "28days" });
    expect(statistics.bySource.map(({ source }) => source)).toEqual(["newsletter", null, "instagram"]);
    await expectNumbersToBeTheirRows(statistics);
  });

  test("the statistics stay true through forty random changes", async () => {
    const random = chances(20_261_122);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const { id: workspaceId } = workspace;
    const claims: Submission[] = [];
    const changes: Record<string, (claim: Submission) => Promise<unknown>> = {
      verify: (claim) => decide(claim, "handled"),
      reject: (claim) => decide(claim, "rejected"),
      undo: (claim) => decide(claim, "pending"),
      withdraw: ({ id: submissionId }) => withdrawSubmission({ workspaceId, submissionId }),
      erase: ({ id: submissionId }) => eraseClaim({ workspaceId, submissionId, access: null }),
      chargeBack: (claim) => decide(claim, "handled", { chargedBack: true }),
      correct: (claim) => decide(claim, "handled", { amount: "12.5", currency: "EUR" }),
    };
    for (let turn = 0; turn < 40; turn++) {
      if (claims.length < 5 || random() < 0.3) {
        const query = `?utm_source=${pick(["a", "b", "B"])}&utm_campaign=${pick(["x", "y"])}`;
        const now = new Date(Date.now() - random() * 20 * DAY);
        claims.push(await submitForm(form, { now, amount: "20", pageUrl: `https://example.com/${query}` }));
      } else if (random() < 0.02) {
        await moveZone(form.owner, pick(["UTC", "Pacific/Auckland", "America/St_Johns"]));
      } else {
        // Some are refused, such as a decision about a withdrawn claim.
        await pick(Object.values(changes))(pick(claims)).catch((error: unknown) =>
          expect(error).toBeInstanceOf(Conflict),
        );
      }
    }
    await expectTotalsToBeTrue();
    // Forms know of another zone after a second: until then claims come in under the earlier one.
    await moveZone(form.owner, workspace.timeZone);
    await expectTotalsToBeTrue();
    await expectNumbersToBeTheirRows(await readStatistics({ period: "28days" }));
  });

  // The short form of the drill with the same name.
  test("the statistics add up to their rows after random changes, many of them at once", async () => {
    await connectMeta(form.owner);
    await connectPlatform(form.owner, "google");
    const [{ id: platformId } = { id: "" }] = form.platforms;
    await createTier(platformId, { value: "12.5" });
    await changeClaims(form, 80);
    await expectTotalsToBeTrue();
    await moveZone(form.owner, "Pacific/Auckland");
    await expectTotalsToBeTrue();
    const statistics = await readStatistics({ period: "28days" });
    expect(Number(statistics.commission.amount)).toBeGreaterThan(0);
    expect(statistics.byAdPlatform.map(({ adPlatform }) => adPlatform.id)).toEqual(["google", "meta"]);
  });

  test("the statistics are the same by the totals as by the rows", async () => {
    await connectMeta(form.owner);
    await connectPlatform(form.owner, "google");
    const [{ id: platformId } = { id: "" }] = form.platforms;
    await createTier(platformId, { value: "10", currency: "USD" });
    const made = await Promise.all(Array.from({ length: 14 }, () => submitForm(form, { amount: "99.99" })));
    const decision = {
      input: { status: "handled" as const },
      decider: { kind: "key", keyId: null } as const,
      access: null,
      isInBackground: true,
    };
    await decideBatch(
      workspace.id,
      made.map(({ id }) => ({ submissionId: id, ...decision })),
    );
    for (const [index, claim] of made.entries()) {
      await settle(claim, SETTLED_STATES[index % SETTLED_STATES.length] ?? "sent");
      await settle(claim, SETTLED_STATES[(index * 3) % SETTLED_STATES.length] ?? "sent", "google");
    }
    const { series: _series, ...byTotals } = await readStatistics({ period: "28days" });
    // All of them have this country, and with a filter they are counted one by one.
    const { series: _rows, ...byRows } = await readStatistics({ period: "28days" }, { country: "ES" });
    expect({ ...byRows, conversionRate: null, previous: null }).toEqual({
      ...byTotals,
      conversionRate: null,
      previous: null,
    });
    expect(byTotals.commission).toMatchObject({ currency: "EUR" });
  });

  test("the statistics have the owner's days where the clocks change, and hours that occur twice", async () => {
    await workspace.update({ timeZone: "Europe/Madrid" });
    // On October 25, 2026 it is 02:30 twice: at 00:30 and at 01:30 UTC. The day has 25 hours.
    const times = ["2026-10-24T21:59:00Z", "2026-10-24T22:00:00Z", "2026-10-25T00:30:00Z"];
    for (const at of [...times, "2026-10-25T01:30:00Z", "2026-10-25T22:59:00Z", "2026-10-25T23:00:00Z"])
      await submitForm(form, { now: new Date(at) });
    const statistics = await readStatistics({ from: "2026-10-24", to: "2026-10-26" });
    expect(statistics.series.map(({ submissions }) => submissions)).toEqual([1, 4, 1]);
    expect(statistics.byHour[2]).toMatchObject({ hour: 2, submissions: 2 });
    expect(statistics.previous).toMatchObject({ from: "2026-10-21", to: "2026-10-23", total: 0 });
    await expectNumbersToBeTheirRows(statistics);
  });

  test("the statistics count at most a thousand campaigns a day, the rest as other", async () => {
    const now = new Date();
    const first = await submitForm(form, { now, pageUrl: "https://example.com/?utm_campaign=first" });
    const day = new Date(now.getTime() + DAY);
    const template = first.get({ plain: true });
    const copies = Array.from({ length: CAMPAIGNS_MAX }, (_, index) => {
      const id = newId();
      const place = { day: day.toISOString().slice(0, 10), createdAt: day, campaign: `c${index}` };
      return { ...template, ...place, id, submissionKey: id, uniqueEmail: null };
    });
    await inTransaction(async (transaction) => {
      await Submission.bulkCreate(copies, { transaction });
      await addToTotals(copies, transaction);
    });
    const other = await submitForm(form, { now: day, pageUrl: "https://example.com/?utm_campaign=one-more" });
    const known = await submitForm(form, { now: day, pageUrl: "https://example.com/?utm_campaign=c7" });
    expect([first.campaign, other.campaign, other.utmCampaign, known.campaign]).toEqual([
      "first",
      "(other)",
      "one-more",
      "c7",
    ]);
  });

  test("the statistics tell how long verification and acceptance take, and what the claims earned", async () => {
    const now = new Date();
    for (const hours of [1, 2, 9]) {
      const claim = await submitForm(form, { now: new Date(now.getTime() - hours * HOUR) });
      await decide(claim, "handled");
    }
    const { times, commission, events } = await readStatistics({ period: "7days" });
    expect(Math.round((times.decisionSeconds ?? 0) / 3600)).toBe(2);
    expect(times).toMatchObject({ decisionCount: 3, acceptanceSeconds: null, acceptanceCount: 0 });
    expect(commission).toEqual({ amount: "0.00", currency: workspace.currency });
    expect(events.none).toBe(3);
  });
});

describe("overview", () => {
  const readOverview = async (now: Date) => {
    const user = await User.findByPk(form.owner.id, { include: "memberships", rejectOnEmpty: true });
    return getOverview({ workspace, user }, now);
  };

  test("the overview ticks off the first steps as they are done", async () => {
    const done = async () =>
      (await readOverview(new Date())).steps.flatMap(({ step, isDone }) => (isDone ? [step] : []));
    expect(await done()).toEqual(["email", "platform", "form"]);
    await connectMeta(form.owner);
    const claim = await submitForm(form);
    expect(await done()).toEqual(["email", "platform", "form", "connection", "share"]);
    await decide(claim, "rejected");
    await User.update({ emailVerifiedAt: null }, { where: { id: form.owner.id } });
    expect(await done()).toContain("check");
  });

  test("the overview tells what is new since the visit before, which ends after half an hour", async () => {
    const start = Date.now();
    const at = (minutes: number) => new Date(start + minutes * 60_000);
    expect((await readOverview(at(0))).sinceVisit).toBeNull();
    expect((await readOverview(at(20))).sinceVisit).toBeNull();
    await submitForm(form, { now: at(30) });
    expect((await readOverview(at(60))).sinceVisit).toMatchObject({ since: at(20), claims: 1, accepted: 0 });
    expect((await readOverview(at(80))).sinceVisit).toMatchObject({ since: at(20) });
  });
});

test("every number of a form's statistics is the number of its claims, whatever else came in", async () => {
  await connectMeta(form.owner, { accessToken: "sandbox-400" });
  const other = await createForm({ owner: form.owner, platforms: form.platforms });
  await changeClaims(form, 30);
  await changeClaims(other, 20);
  await expectTotalsToBeTrue();
  const filters = { form: other.id };
  await expectNumbersToBeTheirRows(await readStatistics({ period: "28days" }, filters), filters);
});
