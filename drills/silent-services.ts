import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { startApp } from "../tests/servers/app.ts";
import { startMailServer } from "../tests/servers/smtp.ts";
import { send } from "../tests/support/client.ts";
import { startDrillDatabase } from "./database.ts";
import { type Drill, pause, percentile } from "./drill.ts";

const P99_MS = 1_000;
const ARRIVED_WITHIN_MS = 60_000;

/** The mail server and the central bank accept connections and never respond. */
export const silentServices: Drill = {
  name: "silent mail server and rates",
  async run({ isLong }) {
    const database = await startDrillDatabase();
    const silent = await startSilentServer();
    const app = await startApp({
      databaseUrl: database.url,
      env: {
        SMTP_URL: `smtp://127.0.0.1:${silent.port}`,
        ECB_RATES_URL: `http://127.0.0.1:${silent.port}/daily.xml`,
      },
    });
    try {
      const { createForm, optInBody, signInAs, unique } = await import("../tests/factories/index.ts");
      const form = await createForm();
      const { token, cookie } = await signInAs(form.owner);
      const durations: number[] = [];
      const statuses = new Set<number>();
      const ask = async (path: string, options?: Parameters<typeof send>[1]) => {
        const began = performance.now();
        const { status } = await send(app.url + path, options);
        durations.push(performance.now() - began);
        statuses.add(status);
      };
      const addresses: string[] = [];
      for (let round = 0; round < (isLong ? 200 : 20); round++) {
        const name = unique();
        addresses.push(`${name}@example.com`);
        const account = { name: "Iria Vázquez", username: name, email: `${name}@example.com` };
        await ask("/api/auth/register", { json: { ...account, password: "verify what is true" } });
        await ask(`/api/optin/${form.slug}/submit`, { json: optInBody(form) });
        await ask("/api/optin/dashboard/submissions", { token });
        await ask("/dashboard/overview", { cookie });
      }
      await silent.close();
      const mail = await startMailServer(silent.port);
      const missing = () =>
        addresses.filter((address) => !mail.received.some(({ envelopeTo }) => envelopeTo.includes(address)))
          .length;
      for (let waited = 0; waited < ARRIVED_WITHIN_MS && missing() > 0; waited += 100) await pause(100);
      const [lost, doubled] = [missing(), mail.received.length - (addresses.length - missing())];
      await mail.close();
      const p99 = percentile(durations, 0.99);
      return {
        figures: {
          requests: durations.length,
          "p99 ms": p99,
          statuses: [...statuses].sort().join(", "),
          "emails that did not arrive": lost,
          "emails that arrived twice": doubled,
        },
        goals: [
          { goal: `p99 under ${P99_MS} ms`, isMet: p99 < P99_MS },
          { goal: "no request fails", isMet: [...statuses].every((status) => status < 400) },
          { goal: "every email arrives once the server is back", isMet: lost === 0 },
        ],
      };
    } finally {
      await app.kill();
      await silent.close();
      await database.stop();
    }
  },
};

async function startSilentServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
