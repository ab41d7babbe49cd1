import { setTimeout as sleep } from "node:timers/promises";
import { config } from "#app/env.server.ts";
import type { OpenSpan, Traces } from "./open-telemetry.server.ts";

let traces: Traces | null = null;

/** Loads OpenTelemetry, which costs a server without a collector nothing. */
export async function startTracing(): Promise<void> {
  if (config.tracesUrl === null) return;
  const { openTraces } = await import("./open-telemetry.server.ts");
  traces = openTraces({
    url: config.tracesUrl,
    share: config.tracesShare,
    service: config.brandName.toLowerCase(),
  });
}

/** Sends the last spans, and gives up after `maxMs`. */
export async function stopTracing(maxMs: number): Promise<void> {
  const closing = traces?.close().catch(() => undefined);
  await Promise.race([closing, sleep(maxMs, undefined, { ref: false })]);
}

type SpanOptions = Parameters<Traces["inSpan"]>[1];

const unseen: OpenSpan = { set: () => undefined, fail: () => undefined };

/**
 * Runs work in a span where traces are collected. Neither its name nor its attributes may hold personal data,
 * tokens or whole URLs.
 */
export function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  return traces ? traces.inSpan(name, options, work) : work(unseen);
}

/** For the server, which handles requests in front of the app; null where no traces are collected. */
export const traceRequest =
  config.tracesUrl === null
    ? null
    : (...[request, handle]: Parameters<Traces["traceRequest"]>) => {
        if (traces) return traces.traceRequest(request, handle);
        handle();
        return () => undefined;
      };
