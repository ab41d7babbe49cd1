import { expect, test } from "vitest";
import { isSqlite } from "#app/database/connection.server.ts";
import { createForm, optInBody } from "../../factories/index.ts";
import { send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { findSeries } from "../../support/find-series.ts";
import { startTestApp } from "../../support/start-for-test.ts";

const METRICS_TOKEN = "k7Qz2mN9pX4vB8sD1fG6hJ3wR5tY0uLc";

test.runIf(!isSqlite)(
  "/metrics has the figures of each process, and those of the database once",
  async () => {
    const app = await startTestApp({ env: { METRICS_TOKEN, WORKERS: "2" } });
    const form = await createForm();
    await send(`${app.url}/api/optin/${form.slug}/submit`, { json: optInBody(form) });
    const text = await eventually(async () => {
      const { text } = await send(`${app.url}/metrics`, { token: METRICS_TOKEN });
      expect(text.match(/^process_resident_memory_bytes\{/gm)).toHaveLength(2);
      return text;
    });
    for (const worker of ["1", "2"])
      expect(findSeries(text, "attesto_job_runs_total", { worker, job: "poll" })).toBeGreaterThan(0);
    expect(
      findSeries(text, "attesto_http_requests_total", { route: "/api/optin/:slug/submit", status: "201" }),
    ).toBe(1);
    expect(text.match(/^attesto_queue_rows\{queue="deliveries",state="queued"\}/gm)).toHaveLength(1);
    expect(findSeries(text, "attesto_database_connections", { state: "open", worker: "1" })).toBeGreaterThan(
      0,
    );
  },
);
