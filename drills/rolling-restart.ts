import { Agent, request } from "node:http";
import { readLog, startApp } from "../tests/servers/app.ts";
import { eventually } from "../tests/support/eventually.ts";
import { startDrillDatabase } from "./database.ts";
import { type Drill, pause } from "./drill.ts";

const PROCESSES = 2;
const LONG = { restarts: 10, clients: 20 };
const SHORT = { restarts: 2, clients: 8 };
/** A client waits as long between its requests; longer than a second, its connection may be closed. */
const PAUSE_MS = 20;
const RESTARTED_WITHIN_MS = 180_000;

type Outcome = { answered: number; otherStatuses: number[]; failures: string[] };

/** Asks again and again, on one connection that is kept, or on a new one for each request. */
async function ask(url: string, agent: Agent, isEnded: () => boolean, outcome: Outcome): Promise<void> {
  while (!isEnded()) {
    const status = await new Promise<number>((resolve, reject) => {
      request(url, { agent }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode ?? 0));
        response.on("error", reject);
      })
        .on("error", reject)
        .end();
    }).catch((error: NodeJS.ErrnoException) => {
      outcome.failures.push(error.code ?? error.message);
      return null;
    });
    if (status === 200) outcome.answered += 1;
    else if (status !== null) outcome.otherStatuses.push(status);
    await pause(PAUSE_MS);
  }
}

/** Two processes on one port are replaced one after the other under load, and one of them is killed. */
export const rollingRestart: Drill = {
  name: "rolling restart",
  async run({ isLong }) {
    const { restarts, clients } = isLong ? LONG : SHORT;
    const database = await startDrillDatabase();
    const app = await startApp({ databaseUrl: database.url, env: { WORKERS: String(PROCESSES) } });
    const count = (message: string) => readLog(app.output()).filter(({ msg }) => msg === message).length;
    try {
      const { createForm } = await import("../tests/factories/index.ts");
      const form = await createForm();
      const url = `${app.url}/optin/${form.slug}`;
      const outcome: Outcome = { answered: 0, otherStatuses: [], failures: [] };
      let isEnded = false;
      const asking = Array.from({ length: clients }, (_, index) =>
        ask(url, new Agent({ keepAlive: index % 2 === 0, maxSockets: 1 }), () => isEnded, outcome),
      );
      for (let restart = 1; restart <= restarts; restart++) {
        process.kill(app.pid, "SIGHUP");
        await eventually(() => {
          if (count("all processes were replaced") < restart) throw new Error("A process was not replaced.");
        }, RESTARTED_WITHIN_MS);
      }
      isEnded = true;
      await Promise.all(asking);

      const pid = readLog(app.output()).findLast(({ msg }) => msg === "listening")?.pid;
      const listening = count("listening");
      process.kill(Number(pid), "SIGKILL");
      const isReplaced = await eventually(() => {
        if (count("listening") === listening) throw new Error("not yet");
        return true;
      }).catch(() => false);
      const { status } = await fetch(url);
      const exitCode = await app.kill("SIGTERM");
      return {
        figures: {
          processes: PROCESSES,
          restarts,
          answered: outcome.answered,
          failures: [...new Set(outcome.failures), ...outcome.otherStatuses].join(", ") || "none",
        },
        goals: [
          { goal: "no connection refused or reset", isMet: outcome.failures.length === 0 },
          { goal: "no status but 200", isMet: outcome.otherStatuses.length === 0 },
          {
            goal: "a killed process is replaced, and the form is served",
            isMet: isReplaced && status === 200,
          },
          { goal: "all processes stop in order", isMet: exitCode === 0 },
        ],
      };
    } finally {
      await app.kill("SIGKILL");
      await database.stop();
    }
  },
};
