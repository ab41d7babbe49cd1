import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Listens on a free loopback port and tells it to the bench. */
export function listen(server: Server): void {
  server.listen(0, "127.0.0.1", () => {
    process.send?.({ type: "listening", port: (server.address() as AddressInfo).port });
  });
}
