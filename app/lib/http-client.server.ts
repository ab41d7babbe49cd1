import { Agent, type Dispatcher } from "undici";
import { config } from "#app/env.server.ts";
import { getWaitLeft } from "./deadline.server.ts";
import { publicConnector } from "./public-addresses.server.ts";
import { createScope } from "./scope.server.ts";
import { inSpan } from "./tracing.server.ts";

const SECOND = 1000;
const CONNECT_MAX_MS = 5 * SECOND;
const TOTAL_MAX_MS = 30 * SECOND;
const BODY_MAX_BYTES = 64 * 1024;

export type HttpRequest = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  /** The service's configured base URL. A `url` outside it is refused without sending. */
  allowedBase: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** For a URL that users enter: nothing is sent to a private address. */
  isPublicOnly?: boolean;
  /** Longer bodies are truncated and marked; 64 KiB without it. */
  bodyMaxBytes?: number;
  /** For the whole request; at most 30 s, and what remains of the request that it serves. */
  timeoutMs: number;
  /** Ends the request, which then has the fault ABORTED. */
  signal?: AbortSignal;
};

/**
 * The result of an outgoing request.
 * - `complete`: a complete response with any status
 * - `unreached`: nothing was sent, so a retry is safe
 * - `incomplete`: sent, but no complete response arrived, so the other side may have acted
 */
export type HttpResult = {
  kind: "complete" | "unreached" | "incomplete";
  /** Also set for an incomplete response whose headers arrived. */
  httpStatus: number | null;
  /** At most `bodyMaxBytes`. */
  body: string;
  isOversized: boolean;
  /** Lower-case names. */
  headers: Record<string, string>;
  durationMs: number;
  /** Null if complete; else the system's code, or CONNECT_TIMEOUT, TIMEOUT, ABORTED, RESENT, URL_NOT_ALLOWED. */
  fault: string | null;
};

const connecting = { timeout: CONNECT_MAX_MS, rejectUnauthorized: true };
const limits = { headersTimeout: TOTAL_MAX_MS, bodyTimeout: TOTAL_MAX_MS };
const dispatcher = new Agent({ connect: connecting, ...limits });
const publicDispatcher = new Agent({
  // The servers of tests are on this machine.
  connect: publicConnector(connecting, config.appEnv === "test"),
  ...limits,
});

/** A request that was observed: to which origin it went, and what came of it. */
export type ObservedCall = { origin: string; result: HttpResult };

const observers = createScope<(call: ObservedCall) => void>();

/** Runs work and reports the requests that it made, also those whose results it keeps to itself. */
export async function observeCalls<T>(work: () => Promise<T>): Promise<{ value: T; calls: ObservedCall[] }> {
  const calls: ObservedCall[] = [];
  const value = await observers.run((call) => calls.push(call), work);
  return { value, calls };
}

/**
 * Sends one HTTP request to a configured host: no redirects, at most 5 s to connect and 30 s in total.
 * Never throws: each failure is a result that says whether anything was sent.
 */
export function sendRequest(call: HttpRequest): Promise<HttpResult> {
  const url = urlBelow(call.allowedBase, call.url);
  // The path may hold a token. The host is not told of the trace, which is nobody else's.
  const host = url?.host ?? "refused";
  const attributes = { "http.request.method": call.method, "server.address": host };
  return inSpan(`${call.method} ${host}`, { kind: "client", attributes }, async (span) => {
    const result = await dispatch(call, url);
    if (result.httpStatus !== null) span.set({ "http.response.status_code": result.httpStatus });
    if (result.fault !== null) span.fail(result.fault);
    return result;
  });
}

function dispatch(call: HttpRequest, url: URL | null): Promise<HttpResult> {
  const startedAt = performance.now();
  const totalMs = Math.min(call.timeoutMs, TOTAL_MAX_MS, getWaitLeft());
  // Read now: undici's callbacks run outside of this context.
  const observe = observers.get();

  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | null = null;
    let httpStatus: number | null = null;
    let headers: Record<string, string> = {};
    const chunks: Buffer[] = [];
    let size = 0;
    let isOversized = false;
    let isSettled = false;

    const settle = (kind: HttpResult["kind"], fault: string | null) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(connectTimer);
      clearTimeout(totalTimer);
      call.signal?.removeEventListener("abort", abort);
      const body = Buffer.concat(chunks).toString("utf8");
      const durationMs = Math.round(performance.now() - startedAt);
      const result = { kind, httpStatus, body, isOversized, headers, durationMs, fault };
      observe?.({ origin: url?.origin ?? call.allowedBase, result });
      resolve(result);
    };
    // Only undici's connect event separates "never sent" from "sent and lost":
    // ECONNRESET is raised both in a TLS handshake and in the middle of a response.
    const fail = (fault: string) => settle(controller ? "incomplete" : "unreached", fault);

    const end = (problem: string) => {
      fail(problem);
      controller?.abort(new Error(problem));
    };
    const abort = () => end("ABORTED");

    const connectTimer = setTimeout(() => fail("CONNECT_TIMEOUT"), Math.min(CONNECT_MAX_MS, totalMs));
    const totalTimer = setTimeout(() => end("TIMEOUT"), totalMs);
    if (call.signal?.aborted) return abort();
    call.signal?.addEventListener("abort", abort);
    if (!url) return fail("URL_NOT_ALLOWED");

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(current) {
        // undici resends a request when an idle connection closes; the first copy may have left.
        if (controller) fail("RESENT");
        if (isSettled) return current.abort(new Error("too late to send"));
        clearTimeout(connectTimer);
        controller = current;
      },
      onResponseStart(_controller, status, received) {
        if (status < 200) return;
        httpStatus = status;
        headers = plainHeaders(received);
      },
      onResponseData(current, chunk) {
        const room = (call.bodyMaxBytes ?? BODY_MAX_BYTES) - size;
        chunks.push(chunk.subarray(0, room));
        size += Math.min(chunk.length, room);
        if (chunk.length <= room) return;
        isOversized = true;
        settle("complete", null);
        current.abort(new Error("oversized response"));
      },
      onResponseEnd: () => settle("complete", null),
      onResponseError: (_controller, error) => fail(describeFault(error)),
    };
    try {
      (call.isPublicOnly ? publicDispatcher : dispatcher).dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method: call.method,
          headers: call.headers ?? {},
          body: call.body ?? null,
        },
        handler,
      );
    } catch (error) {
      fail(describeFault(error));
    }
  });
}

/** The parsed `url` if it lies below `base`, otherwise null. */
function urlBelow(base: string, url: string): URL | null {
  if (!URL.canParse(base) || !URL.canParse(url)) return null;
  const allowed = new URL(base);
  const wanted = new URL(url);
  const folder = allowed.pathname.endsWith("/") ? allowed.pathname : `${allowed.pathname}/`;
  const isBelow =
    /^https?:$/.test(wanted.protocol) &&
    wanted.origin === allowed.origin &&
    wanted.pathname.startsWith(folder) &&
    wanted.username === "" &&
    wanted.password === "";
  return isBelow ? wanted : null;
}

function plainHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
}

function describeFault(error: unknown): string {
  // A host with several addresses fails with one error per address.
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  const code = (first as { code?: unknown } | null)?.code;
  if (code === "UND_ERR_CONNECT_TIMEOUT") return "CONNECT_TIMEOUT";
  if (typeof code === "string") return code;
  return first instanceof Error ? first.name : "UNKNOWN";
}
