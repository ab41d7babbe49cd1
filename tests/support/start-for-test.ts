import { onTestFinished } from "vitest";
import { type App, startApp } from "../servers/app.ts";
import { type SandboxServer, startSandboxServer } from "../servers/sandbox.ts";

const started = new Set<() => Promise<void>>();

/** Stops what the running test has started. */
export async function stopStarted(): Promise<void> {
  await Promise.all([...started].map((stop) => stop()));
}

/** A server that ends with its test, also if the test fails or the start takes longer than the test. */
export function forTest<Server>(
  starting: Promise<Server>,
  stop: (server: Server) => Promise<unknown>,
): Promise<Server> {
  const stopOnce = async () => {
    if (!started.delete(stopOnce)) return;
    const server = await starting.catch(() => null);
    if (server) await stop(server);
  };
  started.add(stopOnce);
  onTestFinished(stopOnce);
  return starting;
}

type AppOptions = { databaseUrl?: string; env?: Record<string, string> };

export const startTestApp = ({
  databaseUrl = process.env.DATABASE_URL ?? "",
  env = {},
}: AppOptions = {}): Promise<App> => forTest(startApp({ databaseUrl, env }), (app) => app.kill());

export const startTestSandbox = (
  options?: Parameters<typeof startSandboxServer>[0],
): Promise<SandboxServer> => forTest(startSandboxServer(options), (sandbox) => sandbox.close());
