import { expect, test } from "vitest";
import { LostLease } from "#app/database/leases.server.ts";
import type { SpendOutput, SpendTask } from "#app/services/spend/reading/read-spend-file.ts";
import { runInThread } from "#app/services/tables/run-in-thread.server.ts";

const rows = "Day,Campaign name,Amount spent (EUR)\n2026-11-02,Summer,10.50";
const task = () => ({
  kind: "spend" as const,
  content: Buffer.from(rows),
  sheet: null,
  file: { fileName: "meta.csv", answers: {}, remembered: [], lastDay: "2099-12-31" },
});

test("A thread gives all parts of its file", async () => {
  const parts: string[] = [];
  await runInThread<SpendTask, SpendOutput>(task(), async (output) => {
    parts.push(...Object.keys(output));
  });
  expect(parts).toContain("spend");
});

test("A thread ends once another worker has the lease of its file", async () => {
  const lost = new AbortController();
  const parts: string[] = [];
  const running = runInThread<SpendTask, SpendOutput>(
    task(),
    async (output) => {
      parts.push(...Object.keys(output));
      lost.abort(new LostLease());
    },
    { lost: lost.signal },
  );
  await expect(running).rejects.toBeInstanceOf(LostLease);
  expect(parts).not.toContain("spend");
});
