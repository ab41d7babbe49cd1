import { Op } from "sequelize";
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { differingMonths } from "#app/database/queries/month-counts.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { CountedMonth, JobRun, type Submission, type Workspace } from "#app/models/index.server.ts";
import { StatisticsQuery } from "#app/schemas/statistics.ts";
import { countForms } from "#app/services/analytics/count-forms.server.ts";
import { readPeriod } from "#app/services/analytics/read-period.server.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { checkTotals } from "#app/services/submissions/check-totals.server.ts";
import {
  addEndedMonths,
  countDueMonths,
  ENDED_MONTHS_JOB,
} from "#app/services/submissions/count-months.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { createForm, type Form, submitForm, toAccess } from "../../factories/index.ts";
import { stopIdleApp } from "../../servers/app.ts";
import { changeClaims, moveZone } from "../../support/change-claims.ts";
import {
  countAgain,
  countAll,
  countDone,
  dueNow,
  findMonths,
  month,
  monthsAgo,
  readFigures,
} from "../../support/counted-months.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";

// Its jobs would count the months, too.
beforeAll(stopIdleApp);

let form: Form;
let workspace: Workspace;
beforeEach(async () => {
  form = await createForm();
  workspace = form.owner.workspace;
});

async function read(query: Record<string, string>, filters?: Record<string, string>) {
  const { days } = await readPeriod(workspace, StatisticsQuery.parse(query));
  const forms = filters ? [] : await countForms({ workspaceId: workspace.id, days });
  return { figures: await readFigures(workspace, query, filters), forms };
}

/** The figures of several ranges are those of the claims' rows, and those of the totals of days. */
async function expectSameByDays(): Promise<void> {
  const ranges: Record<string, string>[] = [
    { period: "all" },
    { from: `${month(5)}-01`, to: `${month(2)}-28` },
    { from: `${month(7)}-15`, to: `${month(4)}-14` },
  ];
  const byMonths = [];
  for (const range of ranges) byMonths.push(await read(range));
  for (const [index, range] of ranges.entries()) {
    // All claims have this country, and with a filter they are counted one by one.
    const { figures } = await read(range, { country: "ES" });
    expect(byMonths[index]?.figures).toEqual(figures);
    // All are of one form.
    expect((await read(range, { form: form.id })).figures).toEqual(figures);
  }
  const counted = await findMonths(workspace, { dueAt: null });
  const ofCounted = { workspaceId: workspace.id, month: counted.map(({ month }) => month) };
  await CountedMonth.update({ dueAt: new Date(Date.now() + MINUTE) }, { where: ofCounted });
  for (const [index, range] of ranges.entries()) expect(await read(range)).toEqual(byMonths[index]);
  await CountedMonth.update({ dueAt: null }, { where: ofCounted });
}

const decide = (claim: Submission, input: { status: "handled" | "rejected"; chargedBack?: true }) =>
  decideSubmission({
    submissionId: claim.id,
    input,
    access: toAccess(form.owner),
  });

test("statistics are the same with and without counts of months, whatever changed before and after", async () => {
  await changeClaims(form, 100, 300);
  await countAll();
  expect(await countDone(workspace)).toBeGreaterThan(8);
  await expectSameByDays();
  // The same chances again: other claims, and decisions of those that were counted.
  await changeClaims(form, 40, 300);
  await expectSameByDays();
  await moveZone(form.owner, "Pacific/Auckland");
  await expectSameByDays();
  await countAll();
  expect(await findMonths(workspace, { dueAt: { [Op.ne]: null } })).toEqual([]);
  await expectSameByDays();
  await expectTotalsToBeTrue();
});

test("a late change of a counted month is seen at once, and counted once it is quiet", async () => {
  const [verified, erased] = [
    await submitForm(form, { now: monthsAgo(4), amount: "100", currency: "EUR" }),
    await submitForm(form, { now: monthsAgo(3) }),
  ];
  await countAll();
  expect(await countDone(workspace)).toBe(2);
  const count = async () => {
    const { total, pending, handled, rejected, truth } = await readFigures(workspace, { period: "12months" });
    return { total, pending, handled, rejected, verified: truth.verified };
  };
  expect(await count()).toEqual({ total: 2, pending: 2, handled: 0, rejected: 0, verified: 0 });

  await decide(verified, { status: "handled" });
  expect(await count()).toEqual({ total: 2, pending: 1, handled: 1, rejected: 0, verified: 1 });
  expect(await countDone(workspace)).toBe(1);
  await countDueMonths();
  // A quarter of an hour after the change.
  expect(await countDone(workspace)).toBe(1);
  await countAgain();
  expect(await countDone(workspace)).toBe(2);
  expect(await count()).toMatchObject({ handled: 1, verified: 1 });

  await eraseClaim({ workspaceId: workspace.id, submissionId: erased.id, access: null });
  expect(await count()).toEqual({ total: 2, pending: 0, handled: 1, rejected: 1, verified: 1 });
  await countAgain();
  await decide(verified, { status: "handled", chargedBack: true });
  expect(await count()).toMatchObject({ handled: 1, verified: 0 });
  await expectTotalsToBeTrue();
});

test("a month is counted two weeks after its end, and a claim of this month marks none", async () => {
  const run = { durationMs: 1, error: null, lastSuccessAt: null, mark: null };
  await JobRun.upsert({ ...run, name: ENDED_MONTHS_JOB, startedAt: new Date() });
  onTestFinished(async () => {
    await JobRun.destroy({ where: { name: ENDED_MONTHS_JOB } });
  });
  for (const months of [2, 1, 0]) await submitForm(form, { now: monthsAgo(months) });
  const added = async (day: string) => {
    await addEndedMonths(new Date(`${month(0)}-${day}T00:00:00Z`));
    return (await findMonths(workspace, {})).map((one) => one.month).sort();
  };
  expect(await added("14")).toEqual([month(2)]);
  // Those of before the last run are not looked for again.
  await CountedMonth.destroy({ where: { month: month(2) } });
  expect(await added("15")).toEqual([month(1)]);
  await countAgain();
  await submitForm(form);
  expect(await countDone(workspace)).toBe(1);
});

test("several processes may count months at once while claims of these are decided", async () => {
  const claims: Submission[] = [];
  for (let index = 0; index < 12; index += 1)
    claims.push(await submitForm(form, { now: monthsAgo(2 + (index % 3)) }));
  await addEndedMonths();
  for (const status of ["handled", "rejected"] as const) {
    await dueNow();
    await Promise.all([
      countDueMonths(),
      countDueMonths(),
      ...claims.map((claim) => decide(claim, { status })),
      dueNow().then(() => countDueMonths()),
    ]);
    expect(await differingMonths()).toEqual([]);
    await expectSameByDays();
  }
  await expectTotalsToBeTrue();
});

test("the check of totals has a month with a difference read by its days, and counted again", async () => {
  await submitForm(form, { now: monthsAgo(3) });
  await countAll();
  await sequelize.query("UPDATE monthCounts SET `count` = `count` + 1");
  expect(await checkTotals()).toBe(1);
  expect(await readFigures(workspace, { period: "12months" })).toMatchObject({ total: 1 });
  await countDueMonths();
  expect(await countDone(workspace)).toBe(1);
  expect(await checkTotals()).toBe(0);
});
