import { hostname } from "node:os";
import {
  type Attributes,
  type Context,
  DiagLogLevel,
  defaultTextMapGetter,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { MINUTE, SECOND } from "./dates.ts";
import { log } from "./log.server.ts";

const EXPORT_MAX_MS = 5 * SECOND;
const LOG_EVERY_MS = MINUTE;

type SpanOptions = { kind?: "client"; attributes?: Attributes };
export type OpenSpan = { set(attributes: Attributes): void; fail(reason: string): void };
type TracedRequest = { method: string; headers: Record<string, string | string[] | undefined> };
type RequestEnd = { route: string; status: number; requestId: string };

/**
 * Sends spans to the collector at `url`, in the background: when it is away they are dropped.
 * @param share how many of the requests without a parent are traced, 0 to 1
 */
export function openTraces({ url, share, service }: { url: string; share: number; service: string }) {
  logProblems();
  const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces`, timeoutMillis: EXPORT_MAX_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": service,
      "service.instance.id": `${hostname()}:${process.pid}`,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MAX_MS })],
  });
  const tracer = provider.getTracer("attesto");
  const propagator = new W3CTraceContextPropagator();
  const contexts = new AsyncLocalStorageContextManager().enable();

  const begin = (name: string, kind: SpanKind, parent: Context, attributes: Attributes = {}) => {
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    return { span, context: trace.setSpan(parent, span) };
  };

  return {
    /** Runs work in a span below that of the running work. */
    async inSpan<T>(
      name: string,
      { kind, attributes }: SpanOptions,
      work: (span: OpenSpan) => Promise<T>,
    ): Promise<T> {
      const spanKind = kind === "client" ? SpanKind.CLIENT : SpanKind.INTERNAL;
      const { span, context } = begin(name, spanKind, contexts.active(), attributes);
      const fail = (reason: string) =>
        span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", reason);
      try {
        return await contexts.with(context, () =>
          work({ set: (attributes) => void span.setAttributes(attributes), fail }),
        );
      } catch (error) {
        // The message of an error may hold what somebody entered.
        fail(error instanceof Error ? error.name : "unknown");
        throw error;
      } finally {
        span.end();
      }
    },
    /** Handles a request in a span, below that of its `traceparent`. */
    traceRequest({ method, headers }: TracedRequest, handle: () => void): (end: RequestEnd) => void {
      const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      const { span, context } = begin(method, SpanKind.SERVER, parent, { "http.request.method": method });
      contexts.with(context, handle);
      return ({ route, status, requestId }) => {
        span.updateName(`${method} ${route}`);
        span.setAttributes({
          "http.route": route,
          "http.response.status_code": status,
          "attesto.request_id": requestId,
        });
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      };
    },
    /** Sends what is left. */
    close: () => provider.shutdown(),
  };
}

export type Traces = ReturnType<typeof openTraces>;

/** What the packages report, such as a collector that is away: at most once a minute. */
function logProblems(): void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  const report = (message: string) => {
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = performance.now();
    log.warn({ reason: message }, "traces could not be sent");
  };
  const ignore = () => undefined;
  const logger = { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
