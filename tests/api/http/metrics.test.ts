import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isSqlite } from "#app/database/connection.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { Connection, Delivery, JobRun } from "#app/models/index.server.ts";
import { SNAPSHOT } from "#app/services/exchange-rates/snapshot.ts";
import { connectMeta, createForm, createOwner, signInAs, submitForm } from "../../factories/index.ts";
import { startDatabaseProxy } from "../../servers/database-proxy.ts";
import { send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { findSeries } from "../../support/find-series.ts";
import { serveSite } from "../../support/site.ts";
import { forTest, startTestApp } from "../../support/start-for-test.ts";

const METRICS_TOKEN = "k7Qz2mN9pX4vB8sD1fG6hJ3wR5tY0uLc";

describe("the figures of a server", () => {
  const site = serveSite({ METRICS_TOKEN });
  const read = async () => (await site.send("/metrics", { token: METRICS_TOKEN })).text;

  test("/metrics is for those who send its token, and is never cached", async () => {
    for (const token of [undefined, "wrong", `${METRICS_TOKEN}x`]) {
      const refused = await site.send("/metrics", token ? { token } : {});
      expect([refused.status, refused.json.code, refused.headers.get("www-authenticate")]).toEqual([
        401,
        "unauthenticated",
        "Bearer",
      ]);
      expect(refused.json).toMatchObject({ error: expect.stringMatching(/METRICS_TOKEN/) });
      expect(refused.headers.get("cache-control")).toBe("no-store");
    }
    const shown = await site.send("/metrics", { token: METRICS_TOKEN });
    expect([shown.status, shown.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const headers = { authorization: `bearer ${METRICS_TOKEN}` };
    expect((await site.send("/metrics", { headers })).status).toBe(200);
    expect(shown.headers.get("content-type")).toMatch(/^text\/plain; version=/);
    expect((await site.send("/metrics", { token: METRICS_TOKEN, method: "POST" })).status).toBe(405);
  });

  test("requests are counted by the pattern of their path, whatever clients send", async () => {
    const form = await createForm();
    const { token, cookie } = await signInAs(form.owner);
    const claim = await submitForm(form);
    const count = async (route: string, status: number) =>
      findSeries(await read(), "attesto_http_requests_total", { route, status: String(status) }) ?? 0;
    const requests: [string, number, () => Promise<unknown>][] = [
      ["/optin/:slug", 200, () => site.send(`/optin/${form.slug}`)],
      ["/optin/:slug", 404, () => site.send("/optin/nobody-has-this")],
      ["/api/optin/:slug/submit", 201, () => site.submit(form)],
      [
        "/api/optin/dashboard/submissions/:id",
        200,
        () => site.send(`/api/optin/dashboard/submissions/${claim.id}`, { token }),
      ],
      ["/dashboard/submissions", 200, () => site.send("/dashboard/submissions?page=1", { cookie })],
      ["/dashboard/submissions", 200, () => site.send("/dashboard/submissions.data", { cookie })],
      ["/healthz", 200, () => site.send("/healthz")],
      ["(file)", 200, () => site.send("/favicon.ico")],
      ["(refused)", 400, () => site.send("/%00")],
    ];
    for (const [route, status, request] of requests) {
      const before = await count(route, status);
      await request();
      await eventually(async () => expect([route, await count(route, status)]).toEqual([route, before + 1]));
    }
    for (let index = 0; index < 5; index++) await site.send(`/no-such-page-${index}/${index}`);
    const text = await read();
    expect(text).not.toMatch(/no-such-page|nobody-has-this/);
    expect(text).not.toContain(form.slug);
    expect(text).not.toContain(claim.id);
    expect(
      findSeries(text, "attesto_http_request_duration_seconds_count", { route: "/optin/:slug" }),
    ).toBeGreaterThan(0);
  });

  test("deliveries are counted by platform and outcome, and those that wait are shown with their age", async () => {
    const owner = await createOwner();
    await connectMeta(owner);
    const form = await createForm({ owner });
    const { token } = await signInAs(owner);
    const count = async () =>
      findSeries(await read(), "attesto_delivery_attempts_total", {
        platform: "meta",
        outcome: "accepted",
      }) ?? 0;
    const before = await count();
    const claim = await submitForm(form);
    await site.decide(token, claim.id, { status: "handled" });
    await eventually(async () => expect(await count()).toBe(before + 1));

    const waiting = { queue: "deliveries", state: "parked" };
    const now = Date.now();
    await Delivery.update(
      { state: "parked", dueAt: new Date(now - HOUR), sendBefore: new Date(now + 10 * HOUR) },
      { where: { submissionId: claim.id } },
    );
    const text = await read();
    await Delivery.update({ state: "sent", dueAt: null }, { where: { submissionId: claim.id } });
    expect(findSeries(text, "attesto_queue_rows", waiting)).toBe(1);
    expect(findSeries(text, "attesto_queue_oldest_due_seconds", waiting)).toBeGreaterThanOrEqual(HOUR / 1000);
    const expiring = (hours: string) =>
      findSeries(text, "attesto_events_expiring", { platform: "meta", within_hours: hours });
    expect([expiring("8"), expiring("24")]).toEqual([0, 1]);
  });

  test("connections are counted by state, and how old rates and backups are is shown", async () => {
    const [refused, paused, connected] = await Promise.all([createOwner(), createOwner(), createOwner()]);
    for (const owner of [refused, paused, connected]) await connectMeta(owner);
    await Connection.update({ status: "invalid" }, { where: { workspaceId: refused.workspace.id } });
    const pausedUntil = new Date(Date.now() + HOUR);
    await Connection.update({ pausedUntil }, { where: { workspaceId: paused.workspace.id } });
    const ranAt = new Date();
    const run = { startedAt: ranAt, durationMs: 1, error: null, lastSuccessAt: ranAt };
    await JobRun.upsert({ name: "backup", ...run });
    const text = await read();
    const states = ["refused", "paused", "connected"].map((state) =>
      findSeries(text, "attesto_connections", { platform: "meta", state }),
    );
    expect(states).toEqual([1, 1, 1]);
    expect(findSeries(text, "attesto_mail_up")).toBe(1);
    expect(findSeries(text, "attesto_exchange_rates_day_timestamp_seconds")).toBe(
      Date.parse(SNAPSHOT.day) / 1000,
    );
    expect(findSeries(text, "attesto_job_last_success_timestamp_seconds", { job: "backup" })).toBe(
      ranAt.getTime() / 1000,
    );
  });

  const monitoring = ["grafana-dashboard.json", "alerts.yml"].map((name) =>
    readFileSync(new URL(`../../../docs/monitoring/${name}`, import.meta.url), "utf8"),
  );

  test("the dashboard and the alerts name both ways to submit, as requests are counted", async () => {
    const form = await createForm();
    await site.submit(form);
    await site.send(`/optin/${form.slug}`, { form: {} });
    const named = monitoring.flatMap((file) => [...file.matchAll(/route=~\\?"([^"\\]+)\\?"/g)]);
    expect(named.length).toBeGreaterThan(3);
    for (const [, routes] of named) expect(routes).toBe("/api/optin/:slug/submit|/optin/:slug");
    await eventually(async () => {
      const text = await read();
      for (const route of ["/api/optin/:slug/submit", "/optin/:slug"]) {
        const labels = { route, method: "POST" };
        expect(findSeries(text, "attesto_http_requests_total", labels)).toBeGreaterThan(0);
        expect(findSeries(text, "attesto_http_request_duration_seconds_count", labels)).toBeGreaterThan(0);
      }
    });
  });

  test("docs/operations.md says what to do about each alert", () => {
    const page = readFileSync(new URL("../../../docs/operations.md", import.meta.url), "utf8");
    const explained = [...page.matchAll(/^\| `(Attesto\w+)` \|/gm)].map(([, name]) => name);
    const alerts = [...(monitoring[1] ?? "").matchAll(/alert: (\w+)/g)].map(([, name]) => name);
    expect(explained).toEqual(alerts);
  });

  test("each figure of the dashboard and the alerts is there", async () => {
    const named = monitoring.flatMap((text) => text.match(/\b(?:attesto|nodejs|process)_[a-z0-9_]+/g) ?? []);
    const names = new Set(named.map((name) => name.replace(/_(?:bucket|sum|count)$/, "")));
    // SQLite has no pool of connections, and a list of hosts has a test of its own.
    if (isSqlite) names.delete("attesto_database_connections");
    for (const name of ["attesto_database_host_up", "attesto_database_host_used"]) names.delete(name);
    expect(names.size).toBeGreaterThan(10);
    const startedAt = new Date();
    await JobRun.upsert({
      name: "totals check",
      startedAt,
      durationMs: 1,
      error: null,
      lastSuccessAt: startedAt,
    });
    const text = await read();
    const shown = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    expect([...names].filter((name) => !shown.has(name))).toEqual([]);
  });
});

test("without METRICS_TOKEN there is no /metrics", async () => {
  const app = await startTestApp();
  expect((await send(`${app.url}/metrics`, { token: METRICS_TOKEN })).status).toBe(404);
});

test.runIf(!isSqlite)(
  "/metrics says that the database or the mail server is away, and still has the process's own figures",
  async () => {
    const proxy = await forTest(startDatabaseProxy(process.env.DATABASE_URL ?? ""), ({ close }) => close());
    // Nobody listens there.
    const env = { METRICS_TOKEN, RUN_WORKER: "no", SMTP_URL: "smtp://127.0.0.1:9" };
    const app = await startTestApp({ databaseUrl: proxy.url, env });
    const read = async () => {
      const { status, text } = await send(`${app.url}/metrics`, { token: METRICS_TOKEN });
      const [isUp, isMailUp] = ["attesto_database_up", "attesto_mail_up"].map((name) =>
        findSeries(text, name),
      );
      return { status, isUp, isMailUp, text };
    };
    expect(await read()).toMatchObject({ status: 200, isUp: 1, isMailUp: 0 });
    proxy.freeze();
    const { text, ...away } = await read();
    expect(away).toEqual({ status: 200, isUp: 0, isMailUp: 0 });
    expect(text).not.toContain("attesto_queue_rows");
    expect(findSeries(text, "process_resident_memory_bytes")).toBeGreaterThan(0);
    proxy.thaw();
    await eventually(async () => expect(await read()).toMatchObject({ status: 200, isUp: 1 }));
  },
);
