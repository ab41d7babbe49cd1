import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { leaveBody } from "./unread-body.ts";

/** Responds before it has read the body. */
async function serve() {
  const server = createServer((_req, res) => {
    leaveBody(res);
    res.writeHead(413).end("too large");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

test("who uploads more than is taken reads why, and the connection serves the next request", async () => {
  await using site = await serve();
  for (const megabytes of [8, 1]) {
    const body = new FormData();
    body.set("file", new Blob(["a".repeat(megabytes * 1024 * 1024)]), "deposits.csv");
    const response = await fetch(`${site.url}/dashboard/statements`, { method: "POST", body });
    expect([response.status, await response.text(), response.headers.get("connection")]).toEqual([
      413,
      "too large",
      "keep-alive",
    ]);
  }
});

test("nothing is read of what strangers send", async () => {
  await using site = await serve();
  const body = new FormData();
  body.set("file", new Blob(["a".repeat(1024)]), "deposits.csv");
  const { headers } = await fetch(`${site.url}/optin/casa`, { method: "POST", body });
  expect(headers.get("connection")).toBe("close");
});

test("the connection of another body that was not read is closed", async () => {
  await using site = await serve();
  const body = "x".repeat(64 * 1024);
  const { headers } = await fetch(site.url, {
    method: "POST",
    body,
    headers: { "content-type": "text/plain" },
  });
  expect(headers.get("connection")).toBe("close");
});
