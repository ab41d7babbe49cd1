import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LEASE_MS, LostLease } from "#app/database/leases.server.ts";
import { runInThread } from "#app/services/statements/thread/run-in-thread.server.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const rows = "Day,Campaign name,Amount spent (EUR)\n2026-11-02,Summer,10.50";
const task = () => ({
  ...{ kind: "spend" as const, content: Buffer.from(rows), sheet: null },
  file: { fileName: "meta.csv", answers: {}, remembered: [] },
});

test("The lease of a file is renewed in time while it waits for its thread and the thread for its next part", async () => {
  let renewed = 0;
  const keep = async () => {
    renewed += 1;
  };
  const parts: string[] = [];
  const running = runInThread(
    task(),
    async (output) => {
      parts.push(...Object.keys(output));
      if (!("spendColumns" in output)) return;
      vi.advanceTimersByTime(2 * LEASE_MS);
    },
    { keep },
  );
  vi.advanceTimersByTime(LEASE_MS / 2);
  expect(renewed).toBeGreaterThanOrEqual(2);
  await running;
  expect(parts).toContain("spend");
  expect(renewed).toBeGreaterThanOrEqual(10);
  const before = renewed;
  vi.advanceTimersByTime(LEASE_MS);
  expect(renewed).toBe(before);
});

test("A thread ends once another worker has the lease of its file", async () => {
  const parts: string[] = [];
  const running = runInThread(
    task(),
    async (output) => {
      parts.push(...Object.keys(output));
      vi.advanceTimersByTime(LEASE_MS);
    },
    { keep: () => Promise.reject(new LostLease()) },
  );
  await expect(running).rejects.toBeInstanceOf(LostLease);
  expect(parts).not.toContain("spend");
});
