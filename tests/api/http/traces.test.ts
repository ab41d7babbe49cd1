import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
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

test("a collector that is away or silent neither slows requests nor the shutdown", async () => {
  const silent = await collect();
  silent.fallSilent();
  const form = await createForm();
  for (const url of ["http://127.0.0.1:9", silent.url]) {
    const app = await startTraced(url, { META_GRAPH_URL: "http://127.0.0.1:9" });
    for (let index = 0; index < 3; index++) {
      const submit = await send(`${app.url}/api/optin/${form.slug}/submit`, { json: optInBody(form) });
      expect(submit.status).toBe(201);
    }
    // Past its limit for a shutdown the server ends with 1.
    expect(await app.kill("SIGTERM")).toBe(0);
    expect(app.log().filter(({ level }) => level >= 50)).toEqual([]);
  }
});

/** The scripts that a process has loaded, by V8's own account at its end. */
async function findLoadedScripts(env: Record<string, string>): Promise<string[]> {
  const directory = mkdtempSync(path.join(tmpdir(), "attesto-coverage-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const app = await startTestApp({ env: { NODE_V8_COVERAGE: directory, RUN_WORKER: "no", ...env } });
  await send(`${app.url}/`);
  expect(await app.kill("SIGTERM")).toBe(0);
  return readdirSync(directory).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(path.join(directory, file), "utf8"));
    return (result as { url: string }[]).map(({ url }) => url).filter((url) => url.startsWith("file:"));
  });
}

/** Whether it is a package of OpenTelemetry, or a script of the build that holds one. */
function holdsOpenTelemetry(url: string): boolean {
  const map = `${fileURLToPath(url)}.map`;
  const holds = (text: string) => text.includes("node_modules/@opentelemetry/");
  return holds(url) || (existsSync(map) && holds(readFileSync(map, "utf8")));
}

test("a server without a collector loads nothing of OpenTelemetry", async () => {
  const without = await findLoadedScripts({});
  expect(without.length).toBeGreaterThan(1);
  expect(without.filter(holdsOpenTelemetry)).toEqual([]);
  const withCollector = await findLoadedScripts({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
  expect(withCollector.filter(holdsOpenTelemetry)).not.toEqual([]);
});
