import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that sends the beginning of a page's data, and then waits or cuts the connection. */
export async function startUnfinishedResponses(then: "wait" | "cut") {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "Content-Type": "text/x-script; charset=utf-8", "X-Remix-Response": "yes" });
    // What a form's action without data responds with. The end of the body is missing.
    response.write('[{"_1":2},"data",null]\n', () => then === "cut" && response.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
