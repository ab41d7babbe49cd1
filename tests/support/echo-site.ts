import { EventEmitter, once } from "node:events";
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import type { ServerBuild } from "@remix-run/node";
import pino from "pino";
import type { Config } from "#app/env.server.ts";
import { createApplication } from "../../server/application.ts";
import { compileTrust } from "../../server/client-address.ts";
import { createErrorHandler } from "../../server/error-handler.ts";
import { createHealth } from "../../server/health.ts";
import { createHttpServer, handleMalformedRequests, listen } from "../../server/http-server.ts";
import { createRequestGate } from "../../server/request-gate.ts";
import { createRequestListener } from "../../server/request-listener.ts";
import { createDefaultHeaders, getSecurityHeaders } from "../../server/security-headers.ts";
import { createShutdown } from "../../server/shutdown.ts";
import { createStaticFiles } from "../../server/static-files.ts";

const config: Config = {
  appEnv: "production",
  isProduction: true,
  isDemo: false,
  hasSandbox: false,
  operator: null,
  port: 0,
  workerPort: 0,
  host: "127.0.0.1",
  publicUrl: "https://attesto.example",
  brandName: "Attesto",
  dataDir: "data",
  databaseUrl: "sqlite:unused",
  databasePool: 1,
  redisUrl: null,
  metricsToken: null,
  tracesUrl: null,
  tracesShare: 1,
  sessionSecrets: ["k".repeat(32)],
  encryptionKeys: ["e".repeat(32)],
  proofSigningKeys: [],
  smtpUrl: null,
  mailFrom: "Attesto <no-reply@attesto.example>",
  contactTo: null,
  signInProviders: { google: null, facebook: null, oidc: null },
  ecbRatesUrl: "http://127.0.0.1:9/rates.xml",
  ratesPollMs: 60_000,
  newsFeeds: [],
  trustProxy: "",
  corsOrigins: [],
  logLevel: "info",
  debugLogs: [],
  rateLimitScale: 1,
  uploadQuotaMb: 500,
  pollMs: 1000,
  mailRetryScale: 1,
  mailRetentionDays: 30,
  vapid: null,
  eventRetryScale: 1,
  deliveryRetryScale: 1,
  showsClaimedRating: true,
  hasFastLane: false,
  runsWorker: false,
};

export type LogLine = Record<string, unknown> & { msg: string };

/** A logger that keeps its lines, and a way to wait for the next one with a given message. */
export function keepLog() {
  const lines: LogLine[] = [];
  const written = new EventEmitter();
  const write = (text: string) => {
    const line: LogLine = JSON.parse(text);
    lines.push(line);
    written.emit("line");
  };
  const logger = pino({ level: "debug" }, { write });
  async function line(msg: string): Promise<LogLine> {
    for (;;) {
      const found = lines.find((candidate) => candidate.msg === msg);
      if (found) return found;
      await once(written, "line");
    }
  }
  return { logger, lines, line };
}

/** A Remix build of one route, at every address, that tells what arrived; `/throw` throws in front of Remix. */
function echoBuild(): ServerBuild {
  const echo = async ({ request, context }: EchoArguments) => {
    const { method, url, headers } = request;
    await request.text();
    return Response.json({ method, url, headers: Object.fromEntries(headers), context });
  };
  return {
    entry: { module: { default: () => new Response("<!doctype html>", { status: 200 }) } },
    routes: {
      root: { id: "root", path: "", module: { default: () => null } },
      echo: { id: "echo", parentId: "root", path: "*", module: { loader: echo, action: echo } },
    },
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "1" },
    future: { v3_singleFetch: true },
    publicPath: "/",
    assetsBuildDirectory: "",
    isSpaMode: false,
    mode: "production",
  } as unknown as ServerBuild;
}

type EchoArguments = { request: Request; context: unknown };

/** The whole front of the product over a real connection, around a Remix build that only echoes. */
export async function startSite({ filesIn, ...overrides }: Partial<Config> & { filesIn?: string } = {}) {
  const settings = { ...config, ...overrides };
  const { logger, lines, line } = keepLog();
  const server = createHttpServer();
  const port = await listen(server, settings);
  const isTrustedProxy = compileTrust(settings.trustProxy);
  const headers = getSecurityHeaders(settings);
  const setDefaultHeaders = createDefaultHeaders(headers);
  const onError = createErrorHandler(logger, setDefaultHeaders);
  const shutdown = createShutdown({ server, stopApp: async () => {}, logger, exit: () => {} });
  handleMalformedRequests(server, headers, shutdown.isResponding);
  server.on(
    "request",
    createRequestListener({
      track: shutdown.track,
      observe: (_req, _res, handle) => handle(),
      requestGate: createRequestGate({
        config: settings,
        logger,
        listeningPort: port,
        isTrustedProxy,
        setDefaultHeaders,
      }),
      fastLane: (req) => {
        if (req.url === "/throw") throw new Error("secret of the inside");
        return false;
      },
      setDefaultHeaders,
      application: createApplication({
        build: echoBuild(),
        files: filesIn ? createStaticFiles(filesIn) : (_req, _res, next) => next(),
        health: createHealth(
          async () => ({ isReady: false, problems: ["The database does not answer."] }),
          () => false,
        ),
        metrics: null,
        isTrustedProxy,
        onError,
      }),
      onError,
    }),
  );
  return {
    port,
    lines,
    line,
    /** Sends with PUBLIC_URL's host unless another is given. */
    send: (path: string, options: SendOptions = {}) => send(port, path, options),
    sendRaw: (text: string) => sendRaw(port, text),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

type SendOptions = { method?: string; headers?: OutgoingHttpHeaders; body?: string };
export type RawResponse = { status: number; headers: IncomingHttpHeaders; text: string; body: Buffer };

/** `fetch` would write `Host`, `Origin` and the path in its own way. */
async function send(port: number, path: string, options: SendOptions): Promise<RawResponse> {
  const { method = "GET", headers = {}, body } = options;
  const outgoing = request({
    port,
    path,
    method,
    agent: false,
    setHost: false,
    headers: { Host: "attesto.example", ...headers },
  });
  outgoing.end(body);
  const [response] = await once(outgoing, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const received = Buffer.concat(chunks);
  return {
    status: response.statusCode,
    headers: response.headers,
    text: received.toString(),
    body: received,
  };
}

/** Bytes as they are, for what no client library would send. An empty text: the connection was only closed. */
async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  socket.on("error", () => undefined);
  socket.end(Buffer.from(text, "latin1"));
  await once(socket, "close");
  return Buffer.concat(chunks).toString("latin1");
}
