import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startApp } from "../tests/servers/app.ts";
import { startSandboxServer } from "../tests/servers/sandbox.ts";
import { send } from "../tests/support/client.ts";
import { startDrillDatabase } from "./database.ts";
import { type Drill, pause } from "./drill.ts";

const MINUTE = 60_000;
const DRAINED_WITHIN_MS = 60_000;
const NOTICED_MS = 200;

/** The server's clock jumps forward and back by a minute while claims are confirmed, verified and sent. */
export const movedClock: Drill = {
  name: "moved clock",
  async run({ isLong }) {
    const database = await startDrillDatabase();
    const sandbox = await startSandboxServer();
    const directory = mkdtempSync(path.join(tmpdir(), "attesto-clock-"));
    const file = path.join(directory, "offset");
    const moveClock = async (ms: number) => {
      writeFileSync(file, String(ms));
      await pause(NOTICED_MS);
    };
    writeFileSync(file, "0");
    const app = await startApp({
      databaseUrl: database.url,
      env: {
        META_GRAPH_URL: sandbox.url,
        CLOCK_FILE: file,
        NODE_OPTIONS: `--import ${new URL("clock.mjs", import.meta.url).href}`,
      },
    });
    try {
      const { connectMeta, createForm, optInBody, signInAs } = await import("../tests/factories/index.ts");
      const { Delivery } = await import("#app/models/index.server.ts");
      const { differingTotals } = await import("#app/database/queries/totals.server.ts");
      const form = await createForm();
      const { assetId } = await connectMeta(form.owner);
      const { token } = await signInAs(form.owner);
      const statuses = new Set<number>();
      const confirmAndVerify = async () => {
        const submitted = await send(`${app.url}/api/optin/${form.slug}/submit`, { json: optInBody(form) });
        const decided = await send(
          `${app.url}/api/optin/dashboard/submissions/${submitted.json.submissionId}`,
          { method: "PUT", token, json: { status: "handled" } },
        );
        statuses.add(submitted.status).add(decided.status);
      };
      const each = isLong ? 50 : 10;
      const offsets = [0, MINUTE, 0, -MINUTE, 0, MINUTE, -MINUTE];
      for (const offset of offsets) {
        await moveClock(offset);
        // Some need a second attempt, whose time is then on the other side of a jump.
        await sandbox.play(String(assetId), "500", 3);
        await Promise.all(Array.from({ length: each }, confirmAndVerify));
      }
      await moveClock(0);
      const waiting = () => Delivery.count({ where: { state: "pending" } });
      for (let waited = 0; waited < DRAINED_WITHIN_MS && (await waiting()) > 0; waited += 100)
        await pause(100);
      const deliveries = await Delivery.findAll();
      const accepted = sandbox.acceptedIds();
      const sent = deliveries.filter(({ state }) => state === "sent").length;
      const doubled = accepted.length - new Set(accepted).size;
      const differing = (await differingTotals()).length;
      const total = each * offsets.length;
      return {
        figures: {
          events: total,
          sent,
          "accepted twice": doubled,
          "totals that differ": differing,
          statuses: [...statuses].sort().join(", "),
        },
        goals: [
          { goal: "no request fails", isMet: [...statuses].every((status) => status < 400) },
          { goal: "every event sent", isMet: sent === total && deliveries.length === total },
          { goal: "no event accepted twice", isMet: doubled === 0 },
          { goal: "every total true", isMet: differing === 0 },
        ],
      };
    } finally {
      await app.kill();
      await sandbox.close();
      await database.stop();
      rmSync(directory, { recursive: true, force: true });
    }
  },
};
