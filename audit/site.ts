import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startApp } from "../tests/servers/app.ts";
import { environment } from "../tests/setup/environment.ts";
import { startHttpsFront } from "./https-front.ts";

const SEED = fileURLToPath(new URL("../build/commands/seed.js", import.meta.url));
const SECRETS = {
  SESSION_SECRETS: "only-for-the-audit:sessions-and-signatures",
  ENCRYPTION_KEYS: "only-for-the-audit:credentials-at-rest-key",
};

/** The production build behind TLS, with the demo's data. */
export type Site = { url: string; stop(): Promise<void> };

export async function startSite(): Promise<Site> {
  const directory = mkdtempSync(path.join(tmpdir(), "attesto-audit-"));
  const databaseUrl = `sqlite:${directory}/audit.sqlite`;
  const front = await startHttpsFront();
  const env = { ...SECRETS, DATA_DIR: directory, PUBLIC_URL: front.url, RUN_WORKER: "no", TRUST_PROXY: "1" };
  await promisify(execFile)(process.execPath, [SEED], {
    env: { ...process.env, ...environment, ...env, APP_ENV: "demo", DATABASE_URL: databaseUrl },
  });
  const app = await startApp({ databaseUrl, env: { ...env, APP_ENV: "demo", LOG_LEVEL: "warn" } });
  front.forwardTo(app.url);
  return {
    url: front.url,
    async stop() {
      await front.close();
      await app.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
