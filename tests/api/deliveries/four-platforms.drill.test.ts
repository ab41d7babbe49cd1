import { beforeAll, expect, test } from "vitest";
import { stopIdleApp } from "../../servers/app.ts";
import { deliverThroughFaults } from "../../support/deliver-through-faults.ts";
import { startTestSandbox } from "../../support/start-for-test.ts";

// It would send the events to the sandbox of another file.
beforeAll(stopIdleApp);

// The short form of the drill with the same name.
test("events to four platforms, amid faults of all kinds and killed workers, arrive once each", async () => {
  const delivered = await deliverThroughFaults({
    databaseUrl: process.env.DATABASE_URL ?? "",
    sandbox: await startTestSandbox(),
    submissions: 25,
    workers: 2,
    faultsMs: 4_000,
    killEveryMs: 1_000,
  });
  expect(delivered).toMatchObject({
    events: 100,
    unsent: [],
    missing: 0,
    open: 0,
    sentAfterAccepted: 0,
    doubled: 0,
    gapsInAttempts: 0,
  });
  expect(delivered.kills).toBeGreaterThan(0);
});
