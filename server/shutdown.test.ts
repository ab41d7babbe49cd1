import { once } from "node:events";
import { Agent, request, type ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { keepLog } from "../tests/support/echo-site.ts";
import { createHttpServer, listen } from "./http-server.ts";
import { createShutdown } from "./shutdown.ts";

/** A server that answers when it is told to, and the order in which its end went. */
async function startStoppable(stopApp = async () => {}) {
  const server = createHttpServer();
  const events: string[] = [];
  const exits: number[] = [];
  const shutdown = createShutdown({
    server,
    stopApp: async () => {
      events.push("app stopped");
      await stopApp();
    },
    logger: keepLog().logger,
    exit: (code) => exits.push(code),
  });
  const waiting: ServerResponse[] = [];
  server.on("request", (_req, res) => {
    shutdown.track(res);
    waiting.push(res);
    server.emit("waiting");
  });
  const port = await listen(server, { host: "127.0.0.1", port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () => once(request({ port, agent }).end(), "response");
  return { server, shutdown, port, ask, waiting, events, exits };
}

describe("shutdown", () => {
  test("the shutdown knows on which connection a response is not finished", async () => {
    const { server, shutdown, ask, waiting } = await startStoppable();
    const asked = ask();
    await once(server, "waiting");
    const { socket } = waiting[0] ?? {};
    if (!socket) throw new Error("The request has no connection.");
    expect(shutdown.isResponding(socket)).toBe(true);
    waiting[0]?.end();
    const [response] = await asked;
    response.resume();
    await once(response, "end");
    await expect.poll(() => shutdown.isResponding(socket)).toBe(false);
    await shutdown.stop("SIGTERM");
  });

  test("the shutdown finishes open requests, closes their connections, then stops the app, then exits with 0", async () => {
    const { server, shutdown, ask, waiting, events, exits, port } = await startStoppable();
    const asked = ask();
    await once(server, "waiting");
    const stopped = shutdown.stop("SIGTERM");
    expect(shutdown.isStopping()).toBe(true);
    await expect(once(request({ port, agent: false }).end(), "response")).rejects.toThrow("ECONNREFUSED");
    expect(events).toEqual([]);
    waiting[0]?.end("done");
    const [response] = await asked;
    expect([response.statusCode, response.headers.connection]).toEqual([200, "close"]);
    response.resume();
    await stopped;
    expect(events).toEqual(["app stopped"]);
    expect(exits).toEqual([0]);
  });

  test("the shutdown lets an idle connection bring one more request", async () => {
    const { server, shutdown, ask, waiting, exits } = await startStoppable();
    const first = ask();
    await once(server, "waiting");
    waiting[0]?.end();
    const [response] = await first;
    response.resume();
    await once(response, "end");
    const stopped = shutdown.stop("SIGTERM");
    const second = ask();
    await once(server, "waiting");
    waiting[1]?.end();
    const [last] = await second;
    expect([last.statusCode, last.headers.connection]).toEqual([200, "close"]);
    last.resume();
    await stopped;
    expect(exits).toEqual([0]);
  });

  test("the shutdown ends event streams, which would not end by themselves", async () => {
    const { server, shutdown, ask, waiting, exits } = await startStoppable();
    const asked = ask();
    await once(server, "waiting");
    waiting[0]?.setHeader("Content-Type", "text/event-stream");
    waiting[0]?.flushHeaders();
    const [response] = await asked;
    response.resume();
    await shutdown.stop("SIGTERM");
    expect(exits).toEqual([0]);
  });

  test("the shutdown ends at once when asked again, and with 1 when the app does not stop cleanly", async () => {
    const failing = await startStoppable(() => Promise.reject(new Error("still writing")));
    await failing.shutdown.stop("SIGTERM");
    expect(failing.exits).toEqual([1]);

    const busy = await startStoppable();
    const asked = busy.ask();
    await once(busy.server, "waiting");
    const stopped = busy.shutdown.stop("SIGTERM");
    await busy.shutdown.stop("SIGINT");
    expect(busy.exits).toEqual([1]);
    expect(busy.events).toEqual([]);
    busy.waiting[0]?.end();
    const [response] = await asked;
    response.resume();
    await stopped;
  });
});

describe("server", () => {
  test("the server says in one sentence that the port is taken", async () => {
    const { server, port } = await startStoppable();
    await expect(listen(createHttpServer(), { host: "127.0.0.1", port })).rejects.toThrow(
      `Port ${port} is already in use. Stop the other program or set PORT to another one.`,
    );
    server.close();
  });
});
