import { describe, expect, test } from "vitest";
import { fromNow } from "#app/database/leases.server.ts";
import { singleJob } from "#app/jobs/single-job.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { JobRun } from "#app/models/index.server.ts";
import { unique } from "../../factories/index.ts";

/** The same job in two processes. */
function createJob(run: () => Promise<unknown> = async () => undefined, options = {}) {
  const name = `test ${unique()}`;
  const runs: string[] = [];
  const start = (process: string) =>
    singleJob({
      name,
      everyMs: HOUR,
      run: async () => {
        runs.push(process);
        return run();
      },
      ...options,
    }).run(() => false);
  const makeDue = () => JobRun.update({ dueAt: fromNow(-1) }, { where: { name } });
  return { name, runs, start, makeDue };
}

describe("job that one process at a time runs", () => {
  test("a job that one process at a time runs is run once by two at the same moment, and not before its time", async () => {
    const { runs, start, makeDue } = createJob();
    await Promise.all([start("one"), start("two")]);
    await Promise.all([start("one"), start("two")]);
    expect(runs).toHaveLength(1);
    await makeDue();
    await Promise.all([start("one"), start("two")]);
    expect(runs).toHaveLength(2);
  });

  test("a job that one process at a time runs is another's once its process is gone for a minute", async () => {
    const { runs, start, makeDue } = createJob(() => new Promise(() => {}));
    void start("killed");
    await expect.poll(() => runs).toEqual(["killed"]);
    await start("two");
    expect(runs).toEqual(["killed"]);
    await makeDue();
    void start("two");
    await expect.poll(() => runs).toEqual(["killed", "two"]);
  });

  test("a job that one process at a time runs does not end the lease of the one that took it over", async () => {
    let end = () => {};
    const slow = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { name, runs, start, makeDue } = createJob(() =>
      runs.length === 1 ? slow : new Promise(() => {}),
    );
    const late = start("late");
    await expect.poll(() => runs).toEqual(["late"]);
    await makeDue();
    void start("two");
    await expect.poll(() => runs).toEqual(["late", "two"]);
    const { leaseToken } = await JobRun.findByPk(name, { rejectOnEmpty: true });
    end();
    await late;
    expect(leaseToken).not.toBeNull();
    expect(await JobRun.findByPk(name)).toMatchObject({ leaseToken });
  });

  test("a job that one process at a time runs can wait before its very first run", async () => {
    const { runs, start, makeDue } = createJob(undefined, { delayFirstRun: true });
    await start("one");
    expect(runs).toEqual([]);
    await makeDue();
    await start("one");
    expect(runs).toEqual(["one"]);
  });

  test("a job that one process at a time runs stores how its last run ended", async () => {
    let isBroken = true;
    const { name, start, makeDue } = createJob(async () => {
      if (isBroken) throw new TypeError("not today");
    });
    await expect(start("one")).rejects.toThrow("not today");
    expect(await JobRun.findByPk(name)).toMatchObject({ error: "TypeError", lastSuccessAt: null });
    await makeDue();
    isBroken = false;
    await start("one");
    expect(await JobRun.findByPk(name)).toMatchObject({ error: null, lastSuccessAt: expect.any(Date) });
  });
});
