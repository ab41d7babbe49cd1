import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

/** Whether this machine has a Redis server to start. */
export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

export type RedisServer = { url: string; start(): Promise<void>; stop(): Promise<void>; freeze(): void };

/** A Redis server on a free port that keeps nothing on disk. */
export async function startRedisServer(): Promise<RedisServer> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  const { port } = address;
  let child: ChildProcess | null = null;
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      child = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", ""]);
      for await (const chunk of child.stdout ?? [])
        if (String(chunk).includes("Ready to accept connections")) return child.stdout?.resume() as never;
      throw new Error("Redis did not start.");
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
    freeze: () => void child?.kill("SIGSTOP"),
  };
  await server.start();
  return server;
}
