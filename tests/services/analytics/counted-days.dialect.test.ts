import { subMonths } from "date-fns";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { findDifferingCounts } from "#app/database/queries/differing-counts.server.ts";
import { DayCount, DayMark, type Submission, type Workspace } from "#app/models/index.server.ts";
import { presentStatistics } from "#app/presenters/statistics.ts";
import { StatisticsQuery } from "#app/schemas/statistics.ts";
import { countForms } from "#app/services/analytics/count-forms.server.ts";
import { getStatistics } from "#app/services/analytics/get-statistics.server.ts";
import { readPeriod } from "#app/services/analytics/read-period.server.ts";
import { countMarkedDays } from "#app/services/counting/count-marked-days.server.ts";
import { findCountedDays } from "#app/services/counting/count-parts.server.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { checkTotals } from "#app/services/submissions/check-totals.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { createForm, type Form, submitForm, toAccess } from "../../factories/index.ts";
import { stopIdleApp } from "../../servers/app.ts";
import { changeClaims, moveZone } from "../../support/change-claims.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { addUpMoney } from "../../support/money.ts";

// Its job would count the days, too.
beforeAll(stopIdleApp);

let form: Form;
let workspace: Workspace;
beforeEach(async () => {
  form = await createForm();
  workspace = form.owner.workspace;
});

const month = (ago: number) => subMonths(new Date(), ago).toISOString().slice(0, 7);
/** In the middle of its month. */
const monthsAgo = (months: number) => new Date(`${month(months)}-15T12:00:00Z`);

async function readFigures(query: Record<string, string>, filters?: Record<string, string>) {
  const { days } = await readPeriod(workspace, StatisticsQuery.parse(query));
  const statistics = await getStatistics({ workspace, days, filters });
  const { conversionRate: _rate, previous: _previous, ...figures } = presentStatistics(statistics, null, []);
  const place = await findCountedDays({ workspaceId: workspace.id, days });
  return { figures, forms: filters ? [] : await countForms(place) };
}

const RANGES: Record<string, string>[] = [
  { period: "all" },
  { from: `${month(5)}-01`, to: `${month(2)}-28` },
  { from: `${month(7)}-15`, to: `${month(4)}-14` },
];

/** The figures of several ranges are those of the claims' rows, and the same once their days are counted. */
async function expectSameByDays(): Promise<void> {
  const before = [];
  for (const range of RANGES) before.push(await readFigures(range));
  for (const [index, range] of RANGES.entries()) {
    // All claims have this country, and with a filter they are counted one by one.
    const { figures } = await readFigures(range, { country: "ES" });
    expect(before[index]?.figures).toEqual(figures);
    // All are of one form.
    expect((await readFigures(range, { form: form.id })).figures).toEqual(figures);
  }
  await addUpMoney(form);
  for (const [index, range] of RANGES.entries()) expect(await readFigures(range)).toEqual(before[index]);
}

const decide = (claim: Submission, input: { status: "handled" | "rejected"; chargedBack?: true }) =>
  decideSubmission({
    submissionId: claim.id,
    input,
    access: toAccess(form.owner),
  });

test("statistics are the same before and after days are counted, whatever changed", async () => {
  await changeClaims(form, 30, 300);
  await expectSameByDays();
  // The same chances again: other claims, and decisions of those that were counted.
  await changeClaims(form, 20, 300);
  await expectSameByDays();
  await moveZone(form.owner, "Pacific/Auckland");
  await addUpMoney(form);
  await expectSameByDays();
  await expectTotalsToBeTrue();
});

test("a change of a month that was counted is seen at once, and counted", async () => {
  const [verified, erased] = [
    await submitForm(form, { now: monthsAgo(4), amount: "100", currency: "EUR" }),
    await submitForm(form, { now: monthsAgo(3) }),
  ];
  await addUpMoney(form);
  const count = async () => {
    const { total, pending, handled, rejected, truth } = (await readFigures({ period: "12months" })).figures;
    return { total, pending, handled, rejected, verified: truth.verified };
  };
  const expectTwice = async (counts: Awaited<ReturnType<typeof count>>) => {
    expect(await count()).toEqual(counts);
    await addUpMoney(form);
    expect(await count()).toEqual(counts);
  };
  await expectTwice({ total: 2, pending: 2, handled: 0, rejected: 0, verified: 0 });
  await decide(verified, { status: "handled" });
  await expectTwice({ total: 2, pending: 1, handled: 1, rejected: 0, verified: 1 });
  await eraseClaim({ workspaceId: workspace.id, submissionId: erased.id, access: null });
  await expectTwice({ total: 2, pending: 0, handled: 1, rejected: 1, verified: 1 });
  await decide(verified, { status: "handled", chargedBack: true });
  await expectTwice({ total: 2, pending: 0, handled: 1, rejected: 1, verified: 0 });
  await expectTotalsToBeTrue();
});

test("several processes may count days at once while their claims are decided, and no change is lost", async () => {
  const claims: Submission[] = [];
  for (let index = 0; index < 12; index += 1)
    claims.push(await submitForm(form, { now: monthsAgo(2 + (index % 3)) }));
  for (const status of ["handled", "rejected"] as const) {
    await Promise.all([
      countMarkedDays(),
      countMarkedDays(),
      ...claims.map((claim) => decide(claim, { status })),
      countMarkedDays(),
    ]);
    await expectSameByDays();
    expect(await findDifferingCounts()).toEqual({ days: [], months: [] });
  }
  await expectTotalsToBeTrue();
});

test("the check finds a day and a month with a difference and has them counted again", async () => {
  await submitForm(form, { now: monthsAgo(3) });
  await addUpMoney(form);
  const where = { workspaceId: workspace.id, kind: "source" };
  await DayCount.update({ amount: "7.0000" }, { where });
  const { days, months } = await findDifferingCounts();
  expect(days).toEqual([{ workspaceId: workspace.id, day: `${month(3)}-15` }]);
  expect(months).toEqual([]);
  expect(await checkTotals()).toBe(1);
  expect(await DayMark.count({ where: { workspaceId: workspace.id } })).toBe(1);
  await addUpMoney(form);
  await DayCount.update({ amount: "7.0000" }, { where: { ...where, period: month(3) } });
  expect(await checkTotals()).toBe(1);
  expect(await checkTotals()).toBe(0);
  expect((await readFigures({ period: "12months" })).figures).toMatchObject({ total: 1 });
});
