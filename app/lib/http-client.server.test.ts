import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type HttpRequest, sendRequest } from "./http-client.server.ts";

const open: net.Server[] = [];
const sockets = new Set<net.Socket>();

async function listen<S extends net.Server>(server: S): Promise<number> {
  open.push(server);
  server.on("connection", (socket) => sockets.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function serve(response: RequestListener): Promise<{ base: string; server: Server }> {
  const server = createServer(response);
  return { base: `http://127.0.0.1:${await listen(server)}`, server };
}

const call = (base: string, more: Partial<HttpRequest> = {}) =>
  sendRequest({
    method: "POST",
    url: `${base}/x`,
    allowedBase: base,
    timeoutMs: 2000,
    body: "{}",
    ...more,
  });

afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await Promise.all(open.splice(0).map((server) => new Promise((done) => server.close(done))));
});

describe("sendRequest", () => {
  test("sendRequest sends method, path, headers and body and returns the complete response", async () => {
    const { base } = await serve(async (request, response) => {
      let body = "";
      for await (const part of request) body += part;
      response.setHeader("X-Seen", [
        `${request.method} ${request.url}`,
        String(request.headers.authorization),
      ]);
      response.writeHead(418).end(`got ${body}`);
    });
    const response = await call(base, {
      url: `${base}/a/b?c=d`,
      headers: { authorization: "Bearer t" },
      body: '{"é":1}',
    });
    expect(response).toMatchObject({ kind: "complete", httpStatus: 418, body: 'got {"é":1}', fault: null });
    expect(response.headers["x-seen"]).toBe("POST /a/b?c=d, Bearer t");
    expect(response.isOversized).toBe(false);
    expect(response.durationMs).toBeGreaterThanOrEqual(0);
  });

  test("sendRequest does not follow a redirect", async () => {
    let calls = 0;
    const { base } = await serve((_request, response) => {
      calls += 1;
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    expect(await call(base)).toMatchObject({ kind: "complete", httpStatus: 302 });
    expect(calls).toBe(1);
  });

  test("sendRequest truncates a longer response to 64 KiB and marks it", async () => {
    const { base } = await serve((_request, response) => response.end("a".repeat(300_000)));
    const response = await call(base);
    expect(response).toMatchObject({ kind: "complete", httpStatus: 200, isOversized: true });
    expect(response.body).toBe("a".repeat(64 * 1024));
  });

  test("sendRequest does not mark a response of exactly 64 KiB", async () => {
    const { base } = await serve((_request, response) => response.end("a".repeat(64 * 1024)));
    expect(await call(base)).toMatchObject({ kind: "complete", isOversized: false });
  });

  describe("connection that was never made", () => {
    test('sendRequest reports "never sent" when the port refuses', async () => {
      const server = net.createServer();
      const port = await listen(server);
      await new Promise((done) => server.close(done));
      open.length = 0;
      expect(await call(`http://127.0.0.1:${port}`)).toMatchObject({
        kind: "unreached",
        fault: "ECONNREFUSED",
      });
    });

    test('sendRequest reports "never sent" when the host is unknown', async () => {
      const response = await call("http://nowhere.invalid");
      expect(response.kind).toBe("unreached");
      expect(["ENOTFOUND", "EAI_AGAIN"]).toContain(response.fault);
    });

    test('sendRequest reports "never sent" when TLS fails', async () => {
      const port = await listen(net.createServer((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n")));
      expect(await call(`https://127.0.0.1:${port}`)).toMatchObject({ kind: "unreached", httpStatus: null });
    });

    test('sendRequest reports "never sent" when the connection is reset before TLS', async () => {
      const port = await listen(
        net.createServer((socket) => socket.once("data", () => socket.resetAndDestroy())),
      );
      expect(await call(`https://127.0.0.1:${port}`)).toMatchObject({
        kind: "unreached",
        fault: "ECONNRESET",
      });
    });

    test('sendRequest reports "never sent" when connecting takes over 5 s', async () => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const silent = net.createServer();
      const port = await listen(silent);
      const connected = once(silent, "connection");
      const response = call(`https://127.0.0.1:${port}`, { timeoutMs: 30_000 });
      await connected;
      await vi.advanceTimersByTimeAsync(5000);
      expect(await response).toMatchObject({ kind: "unreached", fault: "CONNECT_TIMEOUT" });
    });

    test('sendRequest reports "never sent" when the headers cannot be sent', async () => {
      let calls = 0;
      const { base } = await serve((_request, response) => {
        calls += 1;
        response.end();
      });
      expect(await call(base, { headers: { authorization: "a\r\nb: c" } })).toMatchObject({
        kind: "unreached",
      });
      expect(calls).toBe(0);
    });
  });

  describe("connection that was lost after sending", () => {
    test.each([
      ["by a reset", (socket: net.Socket) => socket.resetAndDestroy()],
      ["by an end without a response", (socket: net.Socket) => socket.end()],
    ])("%s", async (_how, lose) => {
      const { base } = await serve(async (request) => {
        for await (const _part of request);
        lose(request.socket);
      });
      const response = await call(base);
      expect(response).toMatchObject({ kind: "incomplete", httpStatus: null });
      expect(response.fault).toMatch(/^[A-Z_]+$/);
    });

    test('sendRequest reports "lost after sending" when the response is cut in the middle', async () => {
      const { base } = await serve((_request, response) => {
        response.writeHead(200, { "content-length": "100" });
        response.write("half", () => setImmediate(() => response.socket?.destroy()));
      });
      expect(await call(base)).toMatchObject({
        kind: "incomplete",
        httpStatus: 200,
        fault: "UND_ERR_SOCKET",
      });
    });

    test.each([
      [400, 400],
      [90_000, 30_000],
    ])(
      'sendRequest reports "lost after sending" after silence: %i ms asked, %i ms waited',
      async (timeoutMs, waitedMs) => {
        vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
        let arrived = () => {};
        const asked = new Promise<void>((done) => {
          arrived = done;
        });
        const { base } = await serve(() => arrived());
        let response: unknown = null;
        const settled = call(base, { timeoutMs }).then((given) => {
          response = given;
        });
        await asked;
        await vi.advanceTimersByTimeAsync(waitedMs - 1);
        expect(response).toBeNull();
        await vi.advanceTimersByTimeAsync(1);
        await settled;
        expect(response).toMatchObject({ kind: "incomplete", fault: "TIMEOUT" });
      },
    );
  });

  test.each([
    ["another host", "http://127.0.0.1:9/v1", "http://127.0.0.2:9/v1/x"],
    ["another port", "http://127.0.0.1:9/v1", "http://127.0.0.1:10/v1/x"],
    ["another scheme", "https://127.0.0.1:9/v1", "http://127.0.0.1:9/v1/x"],
    ["a path beside the base", "http://127.0.0.1:9/v1", "http://127.0.0.1:9/v10/x"],
    ["a path that climbs out", "http://127.0.0.1:9/v1", "http://127.0.0.1:9/v1/%2e%2e/x"],
    ["a name before the host", "http://127.0.0.1:9", "http://127.0.0.1:9@127.0.0.2/x"],
    ["credentials in the address", "http://127.0.0.1:9", "http://a:b@127.0.0.1:9/x"],
    ["no address at all", "http://127.0.0.1:9", "/x"],
  ])("sendRequest refuses %s unsent", async (_what, allowedBase, url) => {
    const response = await sendRequest({ method: "GET", url, allowedBase, timeoutMs: 1000 });
    expect(response).toMatchObject({
      kind: "unreached",
      fault: "URL_NOT_ALLOWED",
      durationMs: expect.any(Number),
    });
  });
});
