import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { sandboxClients } from "../sandbox/brokers/clients.ts";
import { sandboxEnvironment } from "../sandbox/platforms.ts";
import { startApp } from "../tests/servers/app.ts";
import { startSandboxServer } from "../tests/servers/sandbox.ts";
import { send } from "../tests/support/client.ts";
import { startDrillDatabase } from "./database.ts";
import { type Drill, percentile } from "./drill.ts";
import { runSteadily, sendUntil } from "./visitors.ts";

const LONG = { claims: 300, perSecond: 1 };
const SHORT = { claims: 40, perSecond: 1 };
const FOUND_WITHIN_MS = 60_000;

/** One broker takes calls and never answers. Claims of the others have their evidence as soon as without it. */
export const hangingBroker: Drill = {
  name: "hanging broker",
  async run({ isLong }) {
    const { claims, perSecond } = isLong ? LONG : SHORT;
    const database = await startDrillDatabase();
    const sandbox = await startSandboxServer({ isStrict: true });
    const hanging = createServer((socket) => socket.on("error", () => undefined)).listen(0, "127.0.0.1");
    await once(hanging, "listening");
    const app = await startApp({
      databaseUrl: database.url,
      env: {
        ...sandboxEnvironment(sandbox.url),
        EXNESS_API_URL: `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`,
        // The brokers' own pace, and waits as in production.
        DELIVERY_RETRY_SCALE: "1",
        POLL_MS: "1000",
      },
    });
    try {
      const evidence = await import("./reported-evidence.ts");
      const { asked } = await evidence.createReportingBrokers(sandbox.url, {
        callers: 0,
        clientsOfApi: claims,
      });
      await evidence.untilListed(["bybit", "bitget"]);
      const statuses = new Set<number>();
      const { reported, report } = evidence.createReports({ callers: [], asked }, (status, path, options) =>
        sendUntil(status, () => send(app.url + path, options), statuses),
      );
      await runSteadily(report, { times: claims, perSecond });
      const { foundMs, missing, unclear } = await evidence.measureEvidence(reported, FOUND_WITHIN_MS);
      const p95 = percentile(foundMs, 0.95);
      return {
        figures: {
          claims: foundMs.length + missing,
          "claims of the broker that hangs": unclear,
          "ms from claim to evidence, p50 and p95": `${percentile(foundMs, 0.5)}, ${p95}`,
          "without evidence after two minutes": missing,
        },
        goals: [
          { goal: "every claim of the others has its evidence", isMet: missing === 0 },
          { goal: `p95 within ${FOUND_WITHIN_MS / 1_000} s`, isMet: p95 <= FOUND_WITHIN_MS },
        ],
      };
    } finally {
      await app.kill("SIGKILL");
      hanging.close();
      sandboxClients.clear();
      await sandbox.close();
      await database.stop();
    }
  },
};
