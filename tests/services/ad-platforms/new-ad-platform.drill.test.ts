import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deliveryJob } from "#app/jobs/deliveries.server.ts";
import { pollJob } from "#app/jobs/index.server.ts";
import { type RunningJob, startJob } from "#app/jobs/job.server.ts";
import { AdPlatformPace, Delivery } from "#app/models/index.server.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { sandboxEnvironment } from "../../../sandbox/platforms.ts";
import { submitForm } from "../../factories/index.ts";
import { createFake } from "../../fixtures/fake-platform/index.ts";
import { createFakeSandbox } from "../../fixtures/fake-platform/sandbox.ts";
import { type SandboxServer, startSandboxServer } from "../../servers/sandbox.ts";
import { environment } from "../../setup/environment.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { eventually } from "../../support/eventually.ts";
import { connectedForm, decide, onlyDelivery } from "../../support/fake-platform-owner.ts";
import { untilNoWorkIsLeft } from "../../support/no-work-left.ts";

const PER_MINUTE = 120;

const service = createFakeSandbox();
let sandbox: SandboxServer;
beforeAll(async () => {
  sandbox = await startSandboxServer({ platforms: [service.platform] });
  adPlatforms.register(createFake({ apiUrl: sandbox.url, perMinute: PER_MINUTE }));
});
beforeEach(() => {
  service.reset();
  sandbox.reset();
});
afterAll(() => sandbox.close());

/** The worker as a program of its own, whose registry holds the new platform. */
async function startWorker() {
  const child = spawn(process.execPath, ["--import", "tsx", "tests/fixtures/fake-platform/worker.ts"], {
    env: {
      ...process.env,
      ...environment,
      NODE_ENV: "production",
      FAKE_ADS_PER_MINUTE: String(PER_MINUTE),
      ...sandboxEnvironment(sandbox.url, [service.platform]),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const exited = once(child, "exit");
  try {
    await eventually(() => expect(output).toContain("the worker is running"), 90_000);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  return {
    output: () => output,
    async stop() {
      child.kill("SIGTERM");
      expect((await exited)[0]).toBe(0);
    },
  };
}

let worker: ReturnType<typeof startWorker> | undefined;
let ownJobs: RunningJob[] = [];
afterEach(async () => {
  await Promise.all(ownJobs.map((job) => job.stop()));
  ownJobs = [];
  if (worker) await untilNoWorkIsLeft();
});
afterAll(async () => {
  await (await worker)?.stop();
  expect((await worker)?.output()).not.toContain('"level":50');
});

/** Starts the worker once for the file. It stays: later tests begin with work that it may do at once. */
async function runWorker(): Promise<void> {
  worker ??= startWorker();
  await worker;
}

/** Works on deliveries as a worker does, in this process. */
function runOwnJob(): void {
  ownJobs = [startJob(deliveryJob), startJob(pollJob)];
}

describe("platform's pace", () => {
  const BURST = 11;
  const INTERVAL_MS = 60_000 / (PER_MINUTE - (BURST - 1));
  /** The database keeps whole milliseconds. */
  const ROUNDING_MS = 50;

  test("a platform's pace holds for all workers and owners together", async () => {
    const owners = await Promise.all([connectedForm(), connectedForm()]);
    const submissions = await Promise.all(
      owners.flatMap(({ form }) => Array.from({ length: 6 }, () => submitForm(form))),
    );
    await runWorker();
    runOwnJob();
    const beganAt = Date.now();
    service.reset();
    await Promise.all(submissions.map(decide));
    await eventually(async () => expect(await Delivery.count({ where: { state: "sent" } })).toBe(12), 60_000);

    const calls = service.calls.map(({ at }) => at).sort((a, b) => a - b);
    expect(calls).toHaveLength(24);
    expect((calls.at(-1) ?? 0) - beganAt).toBeGreaterThanOrEqual(
      (calls.length - BURST) * INTERVAL_MS - ROUNDING_MS,
    );
    expect(sandbox.acceptedIds().sort()).toEqual([...new Set(sandbox.acceptedIds())].sort());
    for (const submission of submissions)
      expect((await onlyDelivery(submission))?.attempts.map(({ outcome }) => outcome)).toEqual([
        "submitted",
        "accepted",
      ]);
    expect(await AdPlatformPace.findAll({ raw: true })).toMatchObject([{ id: "fake", connectionId: null }]);
    await expectTotalsToBeTrue();
  });
});
