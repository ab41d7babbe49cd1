import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createForm, optInBody } from "../../factories/index.ts";
import { startCollector } from "../../servers/collector.ts";
import { send } from "../../support/client.ts";
import { forTest, startTestApp } from "../../support/start-for-test.ts";

const collect = () => forTest(startCollector(), ({ close }) => close());
const startTraced = (url: string, env = {}) =>
  startTestApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, META_GRAPH_URL: url, ...env } });

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
