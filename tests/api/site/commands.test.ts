import { execFile, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { environment } from "../../setup/environment.ts";
import { eventually } from "../../support/eventually.ts";
import { forTest } from "../../support/start-for-test.ts";

const build = fileURLToPath(new URL("../../../build", import.meta.url));

type Run = { code: number; stdout: string; stderr: string };

const run = (command: string, args: string[], env: Record<string, string> = {}) =>
  new Promise<Run>((resolve) => {
    execFile(
      process.execPath,
      [`${build}/commands/${command}.js`, ...args],
      { env: { ...process.env, ...environment, ...env } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

const commands = readdirSync(`${build}/commands`)
  .filter((file) => file.endsWith(".js"))
  .map((file) => file.slice(0, -".js".length));

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe("commands", () => {
  test.each(commands)("%s --help says how it is used in production, and does nothing", async (command) => {
    const { code, stdout, stderr } = await run(command, ["--help"], {
      DATABASE_URL: "sqlite:/nowhere/at-all",
    });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`node build/commands/${command}.js`);
    expect(stdout).not.toContain("npm run");
  });

  test("health says whether the worker of this machine can do its work, until it ends", async () => {
    const env = { WORKER_PORT: String(await findFreePort()) };
    const worker = await forTest(
      Promise.resolve(
        spawn(process.execPath, [`${build}/worker.js`], {
          env: { ...process.env, ...environment, ...env, NODE_ENV: "production" },
          stdio: "ignore",
        }),
      ),
      async (child) => child.kill("SIGKILL"),
    );
    await eventually(async () =>
      expect(await run("health", [], env)).toMatchObject({ code: 0, stdout: "The worker is ready.\n" }),
    );
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    worker.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(await run("health", [], env)).toMatchObject({
      code: 1,
      stderr: `The worker is not ready. It does not respond at 127.0.0.1:${env.WORKER_PORT}.\n`,
    });
  });
});
