import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type DatabaseProxy = {
  /** The database's address, by way of the proxy. */
  url: string;
  /** From now on nothing passes, in either direction, and new connections get no response. */
  freeze(): void;
  thaw(): void;
  /** From now on each response of the database arrives this much later. */
  slowDown(ms: number): void;
  /** How many connections to the database are open. */
  connections(): number;
  close(): Promise<void>;
};

/** A way to a MySQL server that can hang as a frozen server does, connected and silent, or be slow. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let delayMs = 0;
  const pauseOrResume = (socket: Socket) => (isFrozen ? socket.pause() : socket.resume());
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => {
        if (from === client || delayMs === 0) to.write(chunk);
        else setTimeout(() => to.write(chunk), delayMs);
      });
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      pauseOrResume(from);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const setFrozen = (wanted: boolean) => {
    isFrozen = wanted;
    sockets.forEach(pauseOrResume);
  };
  return {
    url: url.href,
    freeze: () => setFrozen(true),
    thaw: () => setFrozen(false),
    slowDown(ms) {
      delayMs = ms;
    },
    connections: () => sockets.size / 2,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
