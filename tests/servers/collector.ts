import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

type Value = { stringValue?: string; intValue?: number };
type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Value }[];
};

export type Collector = {
  url: string;
  spans(): ReceivedSpan[];
  /** Requests that are no traces, as an ad platform gets them: answered like Meta's. */
  others: { path: string; headers: IncomingHttpHeaders }[];
  /** From now on nothing is answered. */
  fallSilent(): void;
  close(): Promise<void>;
};

/** A collector of traces that is an ad platform too, so that a test sees what both get. */
export async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const others: Collector["others"] = [];
  let isSilent = false;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (isSilent) return;
    const path = request.url ?? "";
    response.setHeader("Content-Type", "application/json");
    if (path !== "/v1/traces") {
      others.push({ path, headers: request.headers });
      response.end(JSON.stringify({ events_received: 1, messages: [], fbtrace_id: "AbCdEfGhIjK" }));
      return;
    }
    for (const { scopeSpans } of JSON.parse(Buffer.concat(chunks).toString()).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
    response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => spans,
    others,
    fallSilent() {
      isSilent = true;
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
