import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Op } from "sequelize";
import { Delivery } from "#app/models/index.server.ts";
import { checkTotals } from "#app/services/submissions/check-totals.server.ts";
import { connectMeta, createForm, optInBody, signInAs } from "../factories/index.ts";
import { startApp } from "../servers/app.ts";
import type { SandboxServer } from "../servers/sandbox.ts";
import { send } from "./client.ts";

const MINUTE = 60_000;
const OFFSETS = [0, MINUTE, 0, -MINUTE, 0, MINUTE, -MINUTE];
const DRAINED_WITHIN_MS = 60_000;
const NOTICED_MS = 200;

type Options = { databaseUrl: string; sandbox: SandboxServer; claimsPerJump: number };

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Confirms and verifies claims while the server's clock jumps forward and back by a minute. */
export async function deliverWithMovedClock({ databaseUrl, sandbox, claimsPerJump }: Options) {
  const directory = mkdtempSync(path.join(tmpdir(), "attesto-clock-"));
  const file = path.join(directory, "offset");
  const moveClock = async (ms: number) => {
    writeFileSync(file, String(ms));
    await pause(NOTICED_MS);
  };
  writeFileSync(file, "0");
  const app = await startApp({
    databaseUrl,
    env: {
      META_GRAPH_URL: sandbox.url,
      CLOCK_FILE: file,
      NODE_OPTIONS: `--import ${new URL("clock.mjs", import.meta.url).href}`,
    },
  });
  try {
    const form = await createForm();
    const { assetId } = await connectMeta(form.owner);
    const { token } = await signInAs(form.owner);
    const statuses = new Set<number>();
    const confirmAndVerify = async () => {
      const submitted = await send(`${app.url}/api/optin/${form.slug}/submit`, { json: optInBody(form) });
      const { submissionId } = submitted.json;
      const decided = await send(`${app.url}/api/optin/dashboard/submissions/${submissionId}`, {
        method: "PUT",
        token,
        json: { status: "handled" },
      });
      statuses.add(submitted.status).add(decided.status);
    };
    for (const offset of OFFSETS) {
      await moveClock(offset);
      // Some need a second attempt, whose time is then on the other side of a jump.
      await sandbox.play(String(assetId), "500", 3);
      await Promise.all(Array.from({ length: claimsPerJump }, confirmAndVerify));
    }
    await moveClock(0);
    const countWaiting = () => Delivery.count({ where: { state: { [Op.ne]: "sent" } } });
    for (let waited = 0; waited < DRAINED_WITHIN_MS && (await countWaiting()) > 0; waited += 100)
      await pause(100);
    const accepted = sandbox.acceptedIds();
    return {
      claims: claimsPerJump * OFFSETS.length,
      sent: await Delivery.count({ where: { state: "sent" } }),
      acceptedTwice: accepted.length - new Set(accepted).size,
      totalsThatDiffer: await checkTotals(),
      statuses: [...statuses].sort(),
    };
  } finally {
    await app.kill();
    rmSync(directory, { recursive: true, force: true });
  }
}
