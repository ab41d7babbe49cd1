import { beforeAll, beforeEach, expect, inject } from "vitest";
import { environment } from "./environment.ts";

// Before any module of the app is read: its connections are made of these. A worker keeps its database for all files.
const databaseUrl = inject("databaseUrls")[Number(process.env.VITEST_POOL_ID) - 1] ?? "";
Object.assign(process.env, environment, { DATABASE_URL: databaseUrl });

// A test of services does its background work itself: the app of an earlier file would do it first.
beforeAll(async () => {
  if (!expect.getState().testPath?.includes("/tests/services/")) return;
  const { stopIdleApp } = await import("../servers/app.ts");
  await stopIdleApp();
});

beforeEach(async () => {
  const { emptyDatabase } = await import("./empty-database.ts");
  await emptyDatabase();
});
