import { expect, test } from "vitest";
import { SearchWord } from "#app/models/index.server.ts";
import { connectMeta, createForm, optInBody, signInAs } from "../../factories/index.ts";
import { startCollector } from "../../servers/collector.ts";
import { send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { forTest, startTestApp } from "../../support/start-for-test.ts";

const collect = () => forTest(startCollector(), ({ close }) => close());
const startTraced = (url: string, env = {}) =>
  startTestApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, META_GRAPH_URL: url, ...env } });

const SERVER = 2;
const CLIENT = 3;

test("a request is traced with its transactions and calls, and tells nobody else of it", async () => {
  const collector = await collect();
  const app = await startTraced(collector.url);
  const form = await createForm();
  await connectMeta(form.owner, { accessToken: "sandbox-token-that-stays-here" });
  const { token } = await signInAs(form.owner);
  const visitor = optInBody(form);
  const { json } = await send(`${app.url}/api/optin/${form.slug}/submit`, { json: visitor });
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const parentId = "00f067aa0ba902b7";
  const decided = await send(`${app.url}/api/optin/dashboard/submissions/${json.submissionId}`, {
    method: "PUT",
    token,
    json: { status: "handled" },
    headers: { traceparent: `00-${traceId}-${parentId}-01` },
  });
  expect(decided.status).toBe(200);
  expect((await send(`${app.url}/healthz`)).status).toBe(200);
  expect((await send(`${app.url}/optin/${form.slug}?fbclid=secret-in-query`)).status).toBe(200);
  await eventually(async () => expect(await SearchWord.count()).toBeGreaterThan(0));
  // What is not sent yet leaves with the shutdown.
  expect(await app.kill("SIGTERM")).toBe(0);

  const spans = collector.spans();
  const ofTrace = spans.filter((span) => span.traceId === traceId);
  const request = ofTrace.find(({ kind }) => kind === SERVER);
  expect(request).toMatchObject({
    name: "PUT /api/optin/dashboard/submissions/:id",
    parentSpanId: parentId,
  });
  const attributes = Object.fromEntries(request?.attributes.map(({ key, value }) => [key, value]) ?? []);
  expect(attributes).toMatchObject({
    "http.request.method": { stringValue: "PUT" },
    "http.route": { stringValue: "/api/optin/dashboard/submissions/:id" },
    "http.response.status_code": { intValue: 200 },
    "attesto.request_id": { stringValue: decided.headers.get("x-request-id") },
  });
  const names = ofTrace.map(({ name }) => name);
  expect(names).toContain("transaction");
  const host = new URL(collector.url).host;
  expect(ofTrace.find(({ kind }) => kind === CLIENT)?.name).toBe(`POST ${host}`);
  expect(
    ofTrace.every((span) => span === request || ofTrace.some(({ spanId }) => spanId === span.parentSpanId)),
  ).toBe(true);
  expect(spans.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["POST /api/optin/:slug/submit", "job search words"]),
  );
  expect(spans.map(({ name }) => name)).not.toContain("GET /healthz");

  const [call] = collector.others;
  expect(call?.path).toContain("/events");
  for (const name of ["traceparent", "tracestate", "baggage"]) expect(call?.headers[name]).toBeUndefined();
  const written = JSON.stringify(spans);
  const personal = [visitor.email, form.slug, json.submissionId, token, "secret-in-query", "sandbox-token"];
  expect(personal.filter((text) => written.includes(String(text)))).toEqual([]);
});
