import { once } from "node:events";
import http from "node:http";
import http2 from "node:http2";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";
import selfsigned from "selfsigned";

export type HttpsFront = { url: string; forwardTo(origin: string): void; close(): Promise<void> };

/** What HTTP/2 forbids, because its frames say it. */
const OF_ONE_CONNECTION = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade"]);

/** The proxy with TLS that stands in front in production: HTTP/2, with a certificate made for this run. */
export async function startHttpsFront(): Promise<HttpsFront> {
  const { private: key, cert } = await selfsigned.generate([{ name: "commonName", value: "localhost" }]);
  const server = http2.createSecureServer({ key, cert, allowHTTP1: true });
  const agent = new http.Agent({ keepAlive: true });
  let origin = "";
  server.on("request", (request, response) => {
    const { ":authority": authority, ...headers } = request.headers;
    const forwarded = http.request(`${origin}${request.url}`, {
      agent,
      method: request.method,
      headers: {
        ...Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(":"))),
        host: authority ?? headers.host,
        "x-forwarded-proto": "https",
        "x-forwarded-for": "127.0.0.1",
      },
    });
    forwarded.on("response", (answer) => {
      const kept = Object.entries(answer.headers).filter(([name]) => !OF_ONE_CONNECTION.has(name));
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
      // A page that leaves ends its live updates in the middle.
      pipeline(answer, response, () => forwarded.destroy());
    });
    forwarded.on("error", () => response.destroy());
    request.pipe(forwarded);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    forwardTo(given) {
      origin = given;
    },
    async close() {
      agent.destroy();
      server.close();
    },
  };
}
