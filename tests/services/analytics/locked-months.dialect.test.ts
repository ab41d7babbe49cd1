import { beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction, isSqlite, sequelize } from "#app/database/connection.server.ts";
import { updateTotals } from "#app/database/queries/totals.server.ts";
import { Submission, type Workspace } from "#app/models/index.server.ts";
import { addEndedMonths, countDueMonths } from "#app/services/submissions/count-months.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { createForm, type Form, submitForm, toAccess } from "../../factories/index.ts";
import { stopIdleApp } from "../../servers/app.ts";
import {
  countAgain,
  countAll,
  countDone,
  dueNow,
  monthsAgo,
  readFigures,
} from "../../support/counted-months.ts";

// Its jobs would count the months, too.
beforeAll(stopIdleApp);

let form: Form;
let workspace: Workspace;
beforeEach(async () => {
  form = await createForm();
  workspace = form.owner.workspace;
});

/** Waits until a statement of each kind has begun, in this order. SQLite has one transaction at a time. */
function waitForStatements(...kinds: RegExp[]): Promise<void> {
  const { options } = sequelize as unknown as { options: { logging: false | ((line: string) => void) } };
  return new Promise((resolve) => {
    const look = (line?: string) => {
      if (line !== undefined && kinds[0]?.test(line)) kinds.shift();
      if (kinds.length > 0 && !isSqlite) return;
      options.logging = false;
      resolve();
    };
    options.logging = look;
    look();
  });
}

const MARKS = /UPDATE .?countedMonths.? SET .?dueAt/;

test("a change that began before its month is counted is not lost", async () => {
  const claim = await submitForm(form, { now: monthsAgo(3) });
  await addEndedMonths();
  await dueNow();
  let counting: Promise<unknown> | undefined;
  await inTransaction(async (transaction) => {
    const decision = { status: "rejected" as const, handledAt: new Date() };
    const from = claim.get({ plain: true });
    await Submission.update(decision, { where: { id: claim.id }, transaction });
    await updateTotals([{ from, to: { ...from, ...decision } }], transaction);
    const isWaiting = waitForStatements(MARKS);
    counting ??= countDueMonths();
    await isWaiting;
  });
  await counting;
  expect(await countDone(workspace)).toBe(0);
  expect(await readFigures(workspace, { period: "12months" })).toMatchObject({ pending: 0, rejected: 1 });
  await countAgain();
  expect(await readFigures(workspace, { period: "12months" })).toMatchObject({ pending: 0, rejected: 1 });
});

test("a change while its month is counted is not lost", async () => {
  const claim = await submitForm(form, { now: monthsAgo(3) });
  await countAll();
  await dueNow();
  const decision = {
    submissionId: claim.id,
    access: toAccess(form.owner),
    input: { status: "rejected" as const },
  };
  let work: Promise<unknown> | undefined;
  await inTransaction(async (transaction) => {
    // It holds up the counting, which has locked the month by then, and the change waits for that.
    await sequelize.query("UPDATE monthCounts SET `count` = `count` + 1", { transaction });
    const isCounting = waitForStatements(MARKS, /DELETE FROM monthCounts/);
    const counting = countDueMonths();
    await isCounting;
    const isWaiting = waitForStatements(MARKS);
    work ??= Promise.all([counting, decideSubmission(decision)]);
    await isWaiting;
  });
  await work;
  expect(await countDone(workspace)).toBe(0);
  expect(await readFigures(workspace, { period: "12months" })).toMatchObject({ pending: 0, rejected: 1 });
  await countAgain();
  expect(await readFigures(workspace, { period: "12months" })).toMatchObject({ pending: 0, rejected: 1 });
});
