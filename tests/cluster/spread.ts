import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** One address for several servers, each connection to the next of them. */
export async function spreadConnections(urls: string[]): Promise<{ url: string; close(): void }> {
  const targets = urls.map((url) => new URL(url));
  const sockets = new Set<Socket>();
  let next = 0;
  const server = createServer((client) => {
    const target = targets[next++ % targets.length] as URL;
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.setNoDelay().pipe(to);
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `mysql://root@127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
