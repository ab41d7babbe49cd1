import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { expect, test } from "vitest";
import { dropRest } from "./unread-body.ts";

/** Responds before it has read the body. */
async function serve() {
  const server = createServer((req, res) => {
    if (!dropRest(req)) res.setHeader("Connection", "close");
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

const post = (url: string, type: string, bytes: number) =>
  fetch(url, { method: "POST", body: "x".repeat(bytes), headers: { "content-type": type } });

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

test.each([
  ["a stranger's upload", "/optin/casa", "multipart/form-data; boundary=x"],
  ["a call", "/api/optin/casa", "application/json"],
])(
  "who sends more than is taken reads why, and the connection serves the next request: %s",
  async (_what, path, type) => {
    await using site = await serve();
    for (const bytes of [2 * 1024 * 1024, 64 * 1024]) {
      const response = await post(site.url + path, type, bytes);
      expect([response.status, await response.text(), response.headers.get("connection")]).toEqual([
        413,
        "too large",
        "keep-alive",
      ]);
    }
  },
);

test("of more than 3 MB that a stranger sends, nothing is read", async () => {
  await using site = await serve();
  const { port } = new URL(site.url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.write(`POST /optin/casa HTTP/1.1\r\nHost: a\r\nContent-Length: ${4 * 1024 * 1024}\r\n\r\n`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 .*Connection: close/s);
});

test("a stranger who sends on without an end is cut off", async () => {
  await using site = await serve();
  const { port } = new URL(site.url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.write("POST /optin/casa HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
  const chunk = `${(64 * 1024).toString(16)}\r\n${"x".repeat(64 * 1024)}\r\n`;
  const sendWithoutEnd = pipeline(async function* () {
    for (;;) yield chunk;
  }, socket);
  await expect(sendWithoutEnd).rejects.toMatchObject({ code: expect.stringMatching(/ECONNRESET|EPIPE/) });
});
