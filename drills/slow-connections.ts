import { connect, type Socket } from "node:net";
import { startApp } from "../tests/servers/app.ts";
import { startDrillDatabase } from "./database.ts";
import { type Drill, pause, percentile } from "./drill.ts";

const CONNECTIONS = 1_000;
const PROBES = 200;
const EVERY_MS = 1_000;
const CUT_WITHIN_MS = 45_000;
/** Below this, twice the time is within what a machine with other work varies by. */
const LEAST_P99_MS = 50;

type Kind = { kind: string; head: string; byte: string; isReading: boolean };

const kinds = (path: string): Kind[] => [
  { kind: "headers", head: `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX: `, byte: "x", isReading: true },
  {
    kind: "body",
    head: `POST /api${path}/submit HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 20000\r\n\r\n`,
    byte: " ",
    isReading: true,
  },
  {
    kind: "reading",
    head: `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`,
    byte: "",
    isReading: false,
  },
];

/** A thousand connections send, or read, one byte a second. */
export const slowConnections: Drill = {
  name: "slow connections",
  async run() {
    const database = await startDrillDatabase();
    const app = await startApp({ databaseUrl: database.url });
    const sockets: Socket[] = [];
    try {
      const { createForm } = await import("../tests/factories/index.ts");
      const path = `/optin/${(await createForm()).slug}`;
      const measure = async () => {
        const durations: number[] = [];
        for (let probe = 0; probe < PROBES; probe++) {
          const began = performance.now();
          const response = await fetch(app.url + path);
          await response.text();
          if (response.status === 200) durations.push(performance.now() - began);
          await pause(10);
        }
        return { p99: percentile(durations, 0.99), shown: durations.length };
      };
      await measure();
      const before = await measure();
      const figures: Record<string, number> = { "p99 ms before": before.p99 };
      let [worst, shown, left] = [0, PROBES, 0];
      for (const kind of kinds(path)) {
        const open = await openSlowly(Number(new URL(app.url).port), kind);
        sockets.push(...open.sockets);
        const during = await measure();
        worst = Math.max(worst, during.p99);
        shown = Math.min(shown, during.shown);
        figures[`slow ${kind.kind}: p99 ms of others`] = during.p99;
        figures[`slow ${kind.kind}: connected`] = open.sockets.length;
        if (kind.isReading) left += await open.cutWithin(CUT_WITHIN_MS);
        open.stop();
      }
      return {
        figures: { ...figures, "open when they should be cut": left },
        goals: [
          { goal: "every other visitor gets the page", isMet: shown === PROBES },
          {
            goal: "others' p99 under twice that of before",
            isMet: worst < Math.max(LEAST_P99_MS, 2 * before.p99),
          },
          { goal: `every slow sender is cut within ${CUT_WITHIN_MS} ms`, isMet: left === 0 },
        ],
      };
    } finally {
      for (const socket of sockets) socket.destroy();
      await app.kill();
      await database.stop();
    }
  },
};

async function openSlowly(port: number, { head, byte, isReading }: Kind) {
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => undefined);
      await new Promise<void>((resolve) => {
        socket.once("connect", resolve);
        socket.once("error", () => resolve());
      });
      socket.write(head);
      if (isReading) socket.resume();
      return socket;
    }),
  );
  const writing = setInterval(() => {
    for (const socket of sockets) if (byte && !socket.destroyed) socket.write(byte);
  }, EVERY_MS);
  const stop = () => {
    clearInterval(writing);
    for (const socket of sockets) socket.destroy();
  };
  const open = () => sockets.filter(({ destroyed }) => !destroyed).length;
  return {
    sockets,
    stop,
    async cutWithin(ms: number) {
      for (let waited = 0; waited < ms && open() > 0; waited += 100) await pause(100);
      return open();
    },
  };
}
