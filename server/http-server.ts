import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server, STATUS_CODES } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { errorBody, type HttpError, httpErrors } from "./error-responses.ts";
import { REQUEST_ID_HEADER } from "./request-id.ts";
import { type HeaderPair, STRICT_POLICY } from "./security-headers.ts";

/**
 * Node's defaults (60 s, 300 s, 5 s) allow slow clients, and cause 502s of proxies that keep connections
 * longer.
 */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2000,
  // The host gate refuses these in the product's format.
  requireHostHeader: false,
};

const RESPONSES: Record<string, HttpError> = {
  HPE_HEADER_OVERFLOW: httpErrors.headersTooLarge,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: httpErrors.tooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: httpErrors.timeout,
};

export function createHttpServer(): Server {
  return createServer(LIMITS);
}

/** Responds to malformed HTTP in the shape of /api's errors, since no path is known, and closes. */
export function handleMalformedRequests(
  server: Server,
  headers: readonly HeaderPair[],
  isResponding: (socket: Socket) => boolean,
): void {
  const common = [...headers, ["Content-Security-Policy", STRICT_POLICY]].map((pair) => pair.join(": "));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    // A response is in progress on this connection: another head would be read as part of its body.
    if (error.code === "ECONNRESET" || !socket.writable || isResponding(socket)) {
      socket.destroy();
      return;
    }
    const response = RESPONSES[error.code ?? ""] ?? httpErrors.badRequest;
    const requestId = randomUUID();
    const body = errorBody(response, requestId);
    const lines = [
      `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`,
      "Connection: close",
      "Cache-Control: no-store",
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      `${REQUEST_ID_HEADER}: ${requestId}`,
      ...common,
    ];
    socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
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
