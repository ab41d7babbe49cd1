import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { REQUEST_ID_HEADER } from "./request-id.ts";
import { type HeaderPair, STRICT_POLICY } from "./security-headers.ts";

/** Node's own (60 s, 300 s, 5 s) invite slow clients, and 502s of proxies that keep connections longer. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2000,
  // The host gate answers these, in the product's shape.
  requireHostHeader: false,
};

const STATUS_BY_ERROR_CODE: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

export function createHttpServer(): Server {
  return createServer(LIMITS);
}

/** Answers what is not HTTP, in as few bytes as an answer has, and ends the connection. */
export function handleMalformedRequests(
  server: Server,
  headers: readonly HeaderPair[],
  isResponding: (socket: Socket) => boolean,
): void {
  const common = [...headers, ["Content-Security-Policy", STRICT_POLICY]].map((pair) => pair.join(": "));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    // An answer is on its way on this connection: another head in the middle of it would be read as its body.
    if (error.code === "ECONNRESET" || !socket.writable || isResponding(socket)) {
      socket.destroy();
      return;
    }
    const status = STATUS_BY_ERROR_CODE[error.code ?? ""] ?? "400 Bad Request";
    const id = `${REQUEST_ID_HEADER}: ${randomUUID()}`;
    const lines = [`HTTP/1.1 ${status}`, "Connection: close", "Content-Length: 0", id, ...common];
    socket.end(`${lines.join("\r\n")}\r\n\r\n`);
  });
}

/**
 * @returns the port, which the system chooses for port 0
 * @throws {Error} with a sentence for the operator
 */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new Error(`Port ${port} is already in use. Stop the other program or set PORT to another one.`);
    throw new Error(`The server cannot listen on ${host}, port ${port} (${code}).`, { cause: error });
  }
  return (server.address() as AddressInfo).port;
}
