import { once } from "node:events";
import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { isDrained } from "./is-drained.ts";

/** A response with more written to it than its client has read. */
async function fullResponse(): Promise<{ res: ServerResponse; client: IncomingMessage }> {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  const request = get({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" });
  request.on("error", () => undefined);
  const [, res] = (await once(server, "request")) as [IncomingMessage, ServerResponse];
  res.write("a");
  const [client] = (await once(request, "response")) as [IncomingMessage];
  client.on("error", () => undefined);
  // The system's buffers take some megabytes first.
  while (await isDrained(res, 100)) res.write(Buffer.alloc(1_000_000));
  return { res, client };
}

test("a response is drained once its client has read what was written", async () => {
  const { res, client } = await fullResponse();
  const drained = isDrained(res);
  client.resume();
  expect(await drained).toBe(true);
});

test("a response whose client leaves, or stops reading, is not drained", async () => {
  const { res, client } = await fullResponse();
  expect(await isDrained(res, 10)).toBe(false);
  const drained = isDrained(res);
  client.destroy();
  expect(await drained).toBe(false);
  expect(await isDrained(res)).toBe(false);
});
