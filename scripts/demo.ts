import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { sandboxEnvironment } from "../sandbox/platforms.ts";
import { startSandbox } from "../sandbox/server.ts";
import { playDemoChannel } from "./demo-channel.ts";
import { TIME_ZONE } from "./demo-time-zone.ts";
import { printHelp } from "./help.ts";

/** This file runs as build/commands/demo.js. */
const built = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url));

const port = Number(process.env.PORT || 3000);
const sandboxPort = port + 1;
const host = process.env.HOST ?? "127.0.0.1";
const publicUrl = process.env.PUBLIC_URL ?? `http://localhost:${port}`;

const env: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_ENV: "production",
  APP_ENV: "demo",
  PORT: String(port),
  HOST: host,
  PUBLIC_URL: publicUrl,
  ...sandboxEnvironment(`http://127.0.0.1:${sandboxPort}`),
  LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
};

/** The whole product for a first look: data, app and sandbox, until Ctrl-C. */
async function main(): Promise<void> {
  if (!Number.isInteger(port) || port < 1 || port > 65_534) {
    throw new Error("PORT must be a number from 1 to 65534: the demo takes it and the one after it.");
  }
  for (const wanted of [port, sandboxPort]) await assertFree(wanted);
  const [code] = await once(
    spawn(process.execPath, [built("commands/seed.js")], { env, stdio: "inherit" }),
    "exit",
  );
  if (code !== 0) throw new Error("The demo's data could not be prepared.");

  const sandbox = await startSandbox({ port: sandboxPort, host: "127.0.0.1", timeZone: TIME_ZONE });
  await playDemoChannel(sandbox.url);
  const server: ChildProcess = spawn(process.execPath, [built("server.js")], {
    env,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  // Ctrl-C reaches the server too: here it only must not end us before it has ended.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => server.kill("SIGTERM"));
  const ended = once(server, "exit");
  await Promise.race([listening(server), ended]);
  if (server.exitCode === null) announce();
  const [exitCode] = await ended;
  await sandbox.close();
  process.exitCode = exitCode ?? 0;
}

async function assertFree(wanted: number): Promise<void> {
  const probe = createServer().listen(wanted, host);
  try {
    await once(probe, "listening");
  } catch {
    throw new Error(
      `Port ${wanted} is already in use. Stop the other program or set PORT to another one; the demo takes PORT and the one after it.`,
    );
  }
  probe.close();
  await once(probe, "close");
}

async function listening(server: ChildProcess): Promise<void> {
  await once(server, "message");
}

function announce(): void {
  console.log(`
  The dashboard   ${publicUrl}/login
  The form        ${publicUrl}/optin/demo
  The mails       ${publicUrl}/dev/mail   (there is no mail server: they become files)
  A network       http://localhost:${sandboxPort}/postback   (says what a client did: by postback, or by a broker's API)
  Telegram        http://localhost:${sandboxPort}/telegram   (bots, channels, and the chats in which one is the visitor)
  The sandbox     http://localhost:${sandboxPort}/received   (what the ad platforms received)
                  To connect one, use any access token that begins with sandbox-, such as sandbox-token.

  Owner           demo@attesto.example    verify-what-is-true
  Administrator   admin@attesto.example   verify-what-is-true

  Ctrl-C stops everything. The data stays in ${process.env.DATA_DIR || "data"}/.
`);
}

const USAGE = `Usage: node build/commands/demo.js
Prepares the demo's data, and starts the product and the sandbox of the ad platforms until Ctrl-C. PORT and the port
after it must be free.`;

const run = printHelp(USAGE) ? Promise.resolve() : main();
run.catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
