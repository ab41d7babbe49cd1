import { Model, type Transaction } from "sequelize";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { announceDue, emitAnnounced } from "#app/database/announcements.server.ts";
import { config } from "#app/env.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { Unavailable } from "#app/lib/errors.ts";
import { log } from "#app/lib/log.server.ts";
import { type Job, type RunningJob, startJob } from "./job.server.ts";

// A run fails on purpose here.
const { level } = log;
beforeAll(() => {
  log.level = "silent";
});
afterAll(() => {
  log.level = level;
});

let running: RunningJob[] = [];
afterEach(async () => {
  await Promise.all(running.map((job) => job.stop()));
  running = [];
});

function start(run: Job["run"], options: Partial<Job> = {}): RunningJob {
  const job = startJob({ name: "test", everyMs: HOUR, run, ...options });
  running.push(job);
  return job;
}

/** A promise with its resolver: what a run waits for. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe("job", () => {
  test("a job hangs once one of its runs takes far longer than any should", async () => {
    const { opened, open } = gate();
    const job = start(() => opened, { everyMs: 1 });
    const later = performance.now() + HOUR;
    expect(job.isHanging()).toBe(false);
    vi.spyOn(performance, "now").mockReturnValue(later);
    expect(job.isHanging()).toBe(true);
    vi.restoreAllMocks();
    open();
  });

  test("a job runs at its start and again after each pause", async () => {
    const third = gate();
    let runs = 0;
    start(
      async () => {
        runs += 1;
        if (runs === 3) third.open();
      },
      { everyMs: 1 },
    );
    await third.opened;
  });

  test("a job pauses no longer when the machine's clock is set back", async () => {
    const second = gate();
    let runs = 0;
    start(
      async () => {
        runs += 1;
        if (runs === 2) second.open();
      },
      { everyMs: 300 },
    );
    const now = Date.now();
    const clock = vi.spyOn(Date, "now").mockReturnValue(now);
    await vi.waitUntil(() => runs === 1);
    clock.mockReturnValue(now - HOUR);
    await second.opened;
    clock.mockRestore();
  });

  test("a job runs again without a pause while more is due", async () => {
    const third = gate();
    let runs = 0;
    start(async () => {
      runs += 1;
      if (runs === 3) third.open();
      return runs < 3;
    });
    await third.opened;
  });

  test("a job runs again after a failure", async () => {
    const second = gate();
    let runs = 0;
    start(
      async () => {
        runs += 1;
        if (runs === 1) throw new Error("not today");
        second.open();
      },
      { everyMs: 1 },
    );
    await second.opened;
  });

  test.each([
    ["an error", "error", new Error("not today")],
    ["a warning if the database is busy", "warn", new Unavailable()],
  ] as const)("a job logs a failure as %s", async (_what, level, failure) => {
    const logged = gate();
    const written = vi.spyOn(log, level).mockImplementationOnce(() => logged.open());
    start(() => Promise.reject(failure));
    await logged.opened;
    expect(written).toHaveBeenCalledWith({ err: failure, job: "test" }, expect.any(String));
    written.mockRestore();
  });

  test("a job with a delayed first run does not run before its first pause is over", async () => {
    let runs = 0;
    const job = start(async () => runs++, { delayFirstRun: true });
    await job.stop();
    expect(runs).toBe(0);
  });

  test("a job signals its run to stop and waits for it", async () => {
    const begun = gate();
    const finish = gate();
    const steps: string[] = [];
    const job = start(async (isStopping) => {
      begun.open();
      await finish.opened;
      steps.push(isStopping() ? "ends" : "goes on");
      return true;
    });
    await begun.opened;
    const stopped = job.stop().then(() => steps.push("stopped"));
    finish.open();
    await stopped;
    expect(steps).toEqual(["ends", "stopped"]);
  });

  test("a job waits for a run no longer than its limit", async () => {
    const job = start(() => new Promise(() => {}), { stopMs: 1 });
    await expect(job.stop()).resolves.toBeUndefined();
  });
});

class Work extends Model {
  static override readonly tableName: string = "work";
}
class OtherWork extends Model {
  static override readonly tableName: string = "otherWork";
}

/** What a transaction does that makes a row due and commits. */
function commit(model: typeof Work, delayMs = 0): void {
  const transaction = {} as Transaction;
  announceDue(model, transaction, delayMs);
  emitAnnounced(transaction);
}

describe("job whose next poll is in an hour", () => {
  /** Counts its runs and tells when each ended. */
  function startCounting(during: (runs: number) => void = () => {}) {
    const ends: number[] = [];
    const job = start(
      async () => {
        during(ends.length + 1);
        ends.push(performance.now());
      },
      { model: Work },
    );
    const untilRun = (count: number) => vi.waitUntil(() => ends.length >= count, { interval: 1 });
    return { job, ends, untilRun };
  }

  test("a job whose next poll is in an hour runs once a commit makes a row of its table due", async () => {
    const { untilRun } = startCounting();
    await untilRun(1);
    commit(Work);
    await untilRun(2);
  });

  test("a job whose next poll is in an hour runs again for a row that becomes due during a run", async () => {
    const { untilRun } = startCounting((runs) => runs === 1 && commit(Work));
    await untilRun(2);
  });

  test("a job whose next poll is in an hour runs once a row is due, not before", async () => {
    const { ends, untilRun } = startCounting();
    await untilRun(1);
    commit(Work, 300);
    const committedAt = performance.now();
    commit(Work, HOUR);
    await untilRun(2);
    expect((ends[1] ?? 0) - committedAt).toBeGreaterThan(298);
  });

  test("a job whose next poll is in an hour pauses between two commits", async () => {
    const { ends, untilRun } = startCounting((runs) => runs < 4 && commit(Work));
    await untilRun(4);
    for (const [index, end] of ends.entries())
      if (index > 0) expect(end - (ends[index - 1] ?? 0)).toBeGreaterThan(config.pollMs / 10 - 2);
  });

  test("a job whose next poll is in an hour does not run for rows of another table", async () => {
    const { ends, untilRun } = startCounting();
    await untilRun(1);
    commit(OtherWork);
    commit(Work, 300);
    await untilRun(2);
    expect((ends[1] ?? 0) - (ends[0] ?? 0)).toBeGreaterThan(298);
  });

  test("a job whose next poll is in an hour does not run again once stopped", async () => {
    const { job, ends, untilRun } = startCounting();
    await untilRun(1);
    await job.stop();
    commit(Work);
    await job.stop();
    expect(ends).toHaveLength(1);
  });
});
