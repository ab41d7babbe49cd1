import { startApp } from "../tests/servers/app.ts";
import { startSandboxServer } from "../tests/servers/sandbox.ts";
import { send } from "../tests/support/client.ts";
import { inGroups } from "../tests/support/in-groups.ts";
import { startDrillDatabase } from "./database.ts";
import { type Drill, percentile } from "./drill.ts";

const P95_MS = 200;

/** Owners of one connection decide many submissions at once. */
export const parallelDecisions: Drill = {
  name: "parallel decisions",
  async run({ isLong }) {
    const database = await startDrillDatabase();
    const sandbox = await startSandboxServer();
    const app = await startApp({ databaseUrl: database.url, env: { META_GRAPH_URL: sandbox.url } });
    try {
      const { connectMeta, createForm, signInAs, submitForm } = await import("../tests/factories/index.ts");
      const form = await createForm();
      await connectMeta(form.owner);
      const { token } = await signInAs(form.owner);
      const figures: Record<string, number> = {};
      const before = await database.deadlocks();
      let slowestP95 = 0;
      let unsent = 0;
      for (const atOnce of [1, 5, 20, 50]) {
        const waiting = await inGroups(isLong ? 1_000 : 200, () => submitForm(form));
        const durations: number[] = [];
        const startedAt = performance.now();
        const worker = async () => {
          for (let next = waiting.pop(); next; next = waiting.pop()) {
            const path = `/api/optin/dashboard/submissions/${next.id}`;
            const began = performance.now();
            const { json } = await send(app.url + path, {
              method: "PUT",
              token,
              json: { status: "handled" },
            });
            durations.push(performance.now() - began);
            if (json?.eventStatus !== "sent") unsent += 1;
          }
        };
        await Promise.all(Array.from({ length: atOnce }, worker));
        const seconds = (performance.now() - startedAt) / 1_000;
        const p95 = percentile(durations, 0.95);
        if (atOnce >= 20) slowestP95 = Math.max(slowestP95, p95);
        figures[`${atOnce} at once: p50 ms`] = percentile(durations, 0.5);
        figures[`${atOnce} at once: p95 ms`] = p95;
        figures[`${atOnce} at once: decisions/s`] = Math.round(durations.length / seconds);
      }
      const deadlocks = (await database.deadlocks()) - before;
      return {
        figures: { ...figures, deadlocks, "not sent": unsent },
        goals: [
          { goal: "no deadlock", isMet: deadlocks === 0 },
          { goal: "every event sent", isMet: unsent === 0 },
          { goal: `p95 under ${P95_MS} ms at 20 and 50 at once`, isMet: slowestP95 < P95_MS },
        ],
      };
    } finally {
      await app.kill();
      await sandbox.close();
      await database.stop();
    }
  },
};
