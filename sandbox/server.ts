import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { sandboxClients } from "./brokers/clients.ts";
import { FaultBook, faultNamedIn } from "./faults.ts";
import { type Fields, isFields, parsed } from "./fields.ts";
import { listClients, takeClientEvent } from "./pages/client-page.ts";
import { respondAsNetwork } from "./pages/postback-page.ts";
import { receivedPage } from "./pages/received-page.ts";
import { PAGE_HEADERS } from "./pages/style.ts";
import type { PlatformRequest, SandboxPlatform, Settings } from "./platform.ts";
import { sandboxPlatforms } from "./platforms.ts";
import { type ReceivedEvent, ReceivedLog } from "./received.ts";
import { html, json, type Reply } from "./reply.ts";
import { isTelegramPath, Telegram } from "./telegram/index.ts";

export type SandboxOptions = {
  /** 0 takes a free one. */
  port: number;
  host?: string;
  log?: (line: string) => void;
  /** Is told of each call and of its answer, which leaves afterwards. */
  onReply?: (call: PlatformRequest, reply: Reply) => void | Promise<void>;
  isStrict?: boolean;
  rateLimitStatus?: number;
  /** After how long `slow-accepts` responds. */
  slowMs?: number;
  /** After how long an event has its result, where a platform reports later. */
  resultMs?: number;
  /** How many received events it keeps. */
  keptMax?: number;
  now?: () => number;
  platforms?: SandboxPlatform[];
  /** Of the times on its page; the machine's without it. */
  timeZone?: string;
};

export type Sandbox = {
  url: string;
  /** What it received, newest first. */
  events(): ReceivedEvent[];
  /** As at the start: nothing received, no fault set, the settings as given. */
  reset(): void;
  close(): Promise<void>;
};

const BODY_MAX_BYTES = 10 * 1024 * 1024;
const PAGE_ROWS = 200;
const DRIP_MS = 1000;

/**
 * Starts a server that responds as the ad platforms do and shows what it received.
 * @throws what listening throws, e.g. `EADDRINUSE`
 */
export async function startSandbox({
  port,
  host = "127.0.0.1",
  log = () => {},
  onReply = () => {},
  isStrict = false,
  rateLimitStatus = 400,
  slowMs = 8000,
  resultMs = 2000,
  keptMax,
  now = Date.now,
  platforms = sandboxPlatforms,
  timeZone,
}: SandboxOptions): Promise<Sandbox> {
  const received = new ReceivedLog(keptMax);
  const faults = new FaultBook();
  const settings: Settings = { isStrict, rateLimitStatus, resultMs };
  const telegram = new Telegram({ faults, now });
  const timers = new Set<NodeJS.Timeout>();

  const server = createServer((request, response) => {
    respond(request)
      .then((reply) => {
        log(`${request.method} ${getPath(request)} ${reply.status}${reply.end ? ` (${reply.end})` : ""}`);
        send(request, response, reply);
      })
      .catch((error: unknown) => {
        log(`${request.method} ${getPath(request)} failed: ${error}`);
        response.destroy();
      });
  });

  async function respond(request: IncomingMessage): Promise<Reply> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://sandbox");
    const method = request.method ?? "GET";
    const text = await readText(request);
    if (text === null) return json(413, { error: "The body is too large." });

    if (pathname === "/") return { status: 302, headers: { location: "/received" }, body: "" };
    if (pathname === "/received") return respondWithReceived(request, searchParams);
    if (pathname === "/postback")
      return respondAsNetwork(method, method === "POST" ? text : searchParams.toString());
    if (pathname === "/clients") return respondToClients(request, text);
    if (pathname === "/faults") return respondToFaults(method, text);
    if (pathname === "/settings") return respondToSettings(method, text);
    const { headers } = request;
    const call = { method, path: pathname, query: searchParams, headers, text };
    const reply = await respondToCall(call);
    await onReply(call, reply);
    return reply;
  }

  function respondToCall(call: PlatformRequest): Reply | Promise<Reply> {
    if (isTelegramPath(call.path)) return telegram.respond(call);
    const platform = platforms.find(({ hasPath }) => hasPath(call.path));
    if (!platform) return json(404, { error: "No ad platform has this path." });
    return platform.respond(call, { received, faults, settings, now });
  }

  function respondWithReceived({ method, headers }: IncomingMessage, query: URLSearchParams): Reply {
    if (method === "DELETE") {
      received.clear();
      return noContent();
    }
    if (method !== "GET" && method !== "HEAD") return notAllowed("GET, HEAD, DELETE");
    const wantsJson = query.get("format") === "json" || (headers.accept ?? "").includes("application/json");
    if (wantsJson) return json(200, { events: received.newest(), total: received.total }, NO_STORE);
    const page = receivedPage(received.newest(PAGE_ROWS), { total: received.total, platforms, timeZone });
    return html(200, page, { ...PAGE_HEADERS, ...NO_STORE });
  }

  async function respondToClients({ method, headers }: IncomingMessage, text: string): Promise<Reply> {
    if (method === "DELETE") {
      sandboxClients.clear();
      return noContent();
    }
    if (method !== "POST") return listClients();
    const { said, isTaken } = takeClientEvent(text, now());
    if ((headers["content-type"] ?? "").includes("json")) return json(isTaken ? 200 : 400, { said });
    return respondAsNetwork("GET", "", { said, values: new URLSearchParams(text) });
  }

  function respondToFaults(method: string, text: string): Reply {
    if (method === "DELETE") {
      faults.clear();
      return noContent();
    }
    if (method !== "POST") return notAllowed("POST, DELETE");
    const { token, asset, fault = null, times = null } = readFields(text);
    const subject = typeof asset === "string" ? "asset" : "token";
    const value = asset ?? token;
    const named = typeof fault === "string" ? faultNamedIn(`-${fault}`) : null;
    const isCount = times === null || (Number.isInteger(times) && Number(times) > 0);
    if (typeof value !== "string" || value === "") {
      return json(400, { error: "Name a token or an asset." });
    }
    if ((fault !== null && !named) || !isCount) {
      return json(400, { error: "Give a known fault or null, and times as a count or null." });
    }
    faults.set(subject, value, named, times === null ? null : Number(times));
    return noContent();
  }

  function respondToSettings(method: string, text: string): Reply {
    if (method !== "POST") return notAllowed("POST");
    const given = readFields(text);
    const { strict = settings.isStrict, rateLimitStatus: status = settings.rateLimitStatus } = given;
    const { resultMs: waitMs = settings.resultMs } = given;
    const isWait = Number.isInteger(waitMs) && Number(waitMs) >= 0;
    if (typeof strict !== "boolean" || (status !== 400 && status !== 429) || !isWait) {
      return json(400, {
        error: "strict is true or false, rateLimitStatus is 400 or 429, resultMs a count of milliseconds.",
      });
    }
    Object.assign(settings, { isStrict: strict, rateLimitStatus: status, resultMs: waitMs });
    return noContent();
  }

  function later(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  }

  function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
    const bytes = Buffer.from(reply.body);
    if (reply.end === "never") return;
    if (reply.end === "reset") {
      request.socket.resetAndDestroy();
      return;
    }
    const length = reply.status === 204 ? {} : { "content-length": bytes.length };
    const begin = () => response.writeHead(reply.status, { ...reply.headers, ...length });
    if (reply.end === "slowly") {
      later(slowMs, () => begin().end(bytes));
    } else if (reply.end === "in the middle") {
      // The connection ends only after the half has left; cut at once, nothing would arrive.
      begin().write(bytes.subarray(0, bytes.length >> 1), () => setImmediate(() => response.destroy()));
    } else if (reply.end === "a hundred times") {
      response.writeHead(reply.status, reply.headers);
      // No faster than it is read, and no longer than somebody reads it.
      Readable.from(Array.from({ length: 100 }, () => bytes)).pipe(response);
    } else if (reply.end === "byte by byte") {
      begin().flushHeaders();
      const drip = (at: number) => {
        if (at >= bytes.length) return response.end();
        response.write(bytes.subarray(at, at + 1));
        later(DRIP_MS, () => drip(at + 1));
      };
      drip(0);
    } else {
      begin().end(request.method === "HEAD" ? undefined : bytes);
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const bound = server.address() as AddressInfo;

  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound.port}`,
    events: () => received.newest(),
    reset() {
      received.clear();
      faults.reset();
      sandboxClients.clear();
      telegram.reset();
      for (const platform of platforms) platform.reset?.();
      Object.assign(settings, { isStrict, rateLimitStatus, resultMs });
    },
    close: () =>
      new Promise((resolve, reject) => {
        for (const timer of timers) clearTimeout(timer);
        timers.clear();
        telegram.close();
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

const NO_STORE = { "cache-control": "no-store" };

const noContent = (): Reply => ({ status: 204, headers: {}, body: "" });
const notAllowed = (allow: string) => json(405, { error: "This method is not allowed here." }, { allow });
/** Without its query, which may hold a token, and without that of a bot. */
const getPath = ({ url }: IncomingMessage) => (url ?? "/").split("?")[0]?.replace(/^(\/bot\d+)[^/]*/, "$1");

/** The body as text, or null when it is too large. */
async function readText(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= BODY_MAX_BYTES) chunks.push(chunk);
  }
  return size > BODY_MAX_BYTES ? null : Buffer.concat(chunks).toString("utf8");
}

function readFields(text: string): Fields {
  const value = parsed(text);
  return isFields(value) ? value : {};
}
