import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import webPush from "web-push";
import { sandboxEnvironment } from "../../../sandbox/platforms.ts";
import { startApp } from "../../servers/app.ts";
import { freePort } from "../../servers/free-port.ts";
import { startOidcServer } from "../../servers/oidc.ts";
import { startSandboxServer } from "../../servers/sandbox.ts";
import { createDatabase } from "../../setup/databases.ts";
import { environment } from "../../setup/environment.ts";

/** Once for the whole run: a migrated database, the sandbox and the built server. The workers learn of them by their environment. */
export default async function startSite(): Promise<() => Promise<void>> {
  const directory = mkdtempSync(path.join(tmpdir(), "attesto-e2e-"));
  const database = await createDatabase(`sqlite:${directory}`);
  const sandbox = await startSandboxServer();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const oidc = await startOidcServer();
  oidc.allow(`${url}/auth/oidc/callback`);
  const provider = {
    OIDC_ISSUER: oidc.issuer,
    OIDC_CLIENT_ID: oidc.clientId,
    OIDC_CLIENT_SECRET: oidc.clientSecret,
    OIDC_NAME: "Example ID",
  };
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const app = await startApp({
    databaseUrl: database.url,
    env: {
      PORT: String(port),
      PUBLIC_URL: url,
      ...sandboxEnvironment(sandbox.url),
      DATA_DIR: directory,
      ...provider,
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: privateKey,
    },
  });
  Object.assign(process.env, environment, {
    DATABASE_URL: database.url,
    PUBLIC_URL: url,
    DATA_DIR: directory,
    ...sandboxEnvironment(sandbox.url),
    ...provider,
  });
  return async () => {
    const exitCode = await app.kill("SIGTERM");
    await sandbox.close();
    await oidc.close();
    rmSync(directory, { recursive: true, force: true });
    const faults = app.log().filter(({ level }) => level >= 50);
    if (faults.length > 0 || exitCode !== 0) {
      throw new Error(`The server ended with ${exitCode} and logged:\n${JSON.stringify(faults, null, 2)}`);
    }
  };
}
