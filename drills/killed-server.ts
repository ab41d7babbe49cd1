import { type App, startApp } from "../tests/servers/app.ts";
import { send } from "../tests/support/client.ts";
import { startDrillDatabase } from "./database.ts";
import { type Drill, pause, percentile } from "./drill.ts";

const LONG = { submits: 120_000, perSecond: 200, kills: 60 };
const SHORT = { submits: 1_500, perSecond: 50, kills: 3 };
const READY_MS = 3_000;
const AGAIN_MS = 100;

/** The server is killed again and again while visitors confirm. */
export const killedServer: Drill = {
  name: "killed server",
  async run({ isLong }) {
    const { submits, perSecond, kills } = isLong ? LONG : SHORT;
    const database = await startDrillDatabase();
    const start = () => startApp({ databaseUrl: database.url });
    let app: App = await start();
    try {
      const { createForm, optInBody, unique } = await import("../tests/factories/index.ts");
      const { Submission } = await import("#app/models/index.server.ts");
      const { differingTotals } = await import("#app/database/queries/totals.server.ts");
      const form = await createForm();
      const acknowledged = new Map<string, string>();
      const statuses = new Set<number>();
      let doubled = 0;
      /** As a client does it: with the same key until there is a response. */
      const submit = async () => {
        const email = `visitor-${unique()}@example.com`;
        const json = optInBody(form, { email, submissionKey: unique() });
        for (;;) {
          const answer = await send(`${app.url}/api/optin/${form.slug}/submit`, { json }).catch(() => null);
          if (answer) statuses.add(answer.status);
          if (answer?.status === 201) {
            const id = String(answer.json.submissionId);
            if (acknowledged.has(id)) doubled += 1;
            acknowledged.set(id, email);
            return;
          }
          await pause(AGAIN_MS);
        }
      };
      const ready: number[] = [];
      const killing = (async () => {
        for (let kill = 0; kill < kills; kill++) {
          await pause(((submits / perSecond) * 1_000) / (kills + 1));
          await app.kill("SIGKILL");
          const killedAt = performance.now();
          app = await start();
          while ((await fetch(`${app.url}/readyz`)).status !== 200) await pause(20);
          ready.push(performance.now() - killedAt);
        }
      })();
      const sent: Promise<void>[] = [];
      const startedAt = performance.now();
      while (sent.length < submits) {
        const due = Math.min(submits, ((performance.now() - startedAt) / 1_000) * perSecond);
        while (sent.length < due) sent.push(submit());
        await pause(10);
      }
      await killing;
      await Promise.all(sent);
      const rows = await Submission.findAll({ attributes: ["id", "email"], raw: true });
      const stored = new Map(rows.map(({ id, email }) => [id, email]));
      const lost = [...acknowledged].filter(([id, email]) => stored.get(id) !== email).length;
      const differing = (await differingTotals()).length;
      const slowest = Math.round(Math.max(...ready));
      return {
        figures: {
          acknowledged: acknowledged.size,
          kills,
          lost,
          doubled: doubled + stored.size - acknowledged.size,
          "totals that differ": differing,
          statuses: [...statuses].sort().join(", "),
          "ready after ms, median": percentile(ready, 0.5),
          "ready after ms, slowest": slowest,
        },
        goals: [
          { goal: "nothing lost", isMet: lost === 0 },
          { goal: "nothing doubled", isMet: doubled === 0 && stored.size === acknowledged.size },
          { goal: "every total true", isMet: differing === 0 },
          { goal: `ready again within ${READY_MS} ms`, isMet: slowest <= READY_MS },
        ],
      };
    } finally {
      await app.kill("SIGKILL");
      await database.stop();
    }
  },
};
