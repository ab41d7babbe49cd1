import { connect } from "node:net";
import { startApp } from "../tests/servers/app.ts";
import { startDrillDatabase } from "./database.ts";
import { type Drill, pause } from "./drill.ts";
import { confirmSteadily } from "./visitors.ts";

const FILES = 128;
const IDLE = 300;
const BACK_MS = 5_000;

/** The server may open 128 files, and more connections than that are kept open. */
export const fewFiles: Drill = {
  name: "few files",
  async run({ isLong }) {
    const database = await startDrillDatabase();
    const launcher = ["prlimit", `--nofile=${FILES}:${FILES}`];
    const app = await startApp({ databaseUrl: database.url, launcher });
    try {
      const port = Number(new URL(app.url).port);
      const sockets = Array.from({ length: IDLE }, () =>
        connect(port, "127.0.0.1").on("error", () => undefined),
      );
      const confirming = confirmSteadily({
        url: () => app.url,
        submits: isLong ? 3_000 : 500,
        perSecond: 50,
      });
      await pause(5_000);
      for (const socket of sockets) socket.destroy();
      const closedAt = performance.now();
      while (!(await isReady(app.url))) await pause(20);
      const backMs = Math.round(performance.now() - closedAt);
      const { figures, goals } = await confirming;
      return {
        figures: { ...figures, "ready after ms": backMs },
        goals: [...goals, { goal: `ready within ${BACK_MS} ms once they close`, isMet: backMs <= BACK_MS }],
      };
    } finally {
      await app.kill();
      await database.stop();
    }
  },
};

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
