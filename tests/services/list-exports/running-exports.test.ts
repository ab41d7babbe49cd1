import { expect, test } from "vitest";
import type { Submission } from "#app/models/submission.server.ts";
import { exportSubmissions } from "#app/services/accounts/export-account.server.ts";
import { oneExportAtATime } from "#app/services/list-exports/running-exports.server.ts";
import { createForm, submitForm } from "../../factories/index.ts";
import { inGroups } from "../../support/in-groups.ts";

async function* parts() {
  yield "first";
  yield "second";
}

test("an account has one export at a time, until it ends or its reader leaves", async () => {
  const running = oneExportAtATime("an account", parts());
  expect((await running.next()).value).toBe("first");
  await expect(oneExportAtATime("an account", parts()).next()).rejects.toMatchObject({
    status: 429,
    headers: { "Retry-After": "60" },
  });
  const others = oneExportAtATime("another", parts());
  expect((await others.next()).value).toBe("first");

  await running.return(undefined);
  const next = oneExportAtATime("an account", parts());
  expect((await next.next()).value).toBe("first");
  await next.next();
  expect((await next.next()).done).toBe(true);
  expect((await oneExportAtATime("an account", parts()).next()).value).toBe("first");
});

test("an export reads each submission once, a page at a time, also where many have one time", async () => {
  const form = await createForm();
  const now = new Date("2026-11-20T10:00:00.000Z");
  const stored = await inGroups(450, (index) =>
    submitForm(form, { now: new Date(now.getTime() + Math.floor(index / 250)) }),
  );
  const pages: Submission[][] = [];
  const { workspace } = form.owner;
  for await (const page of exportSubmissions({ workspace, role: "owner" })) pages.push(page);
  expect(pages.map(({ length }) => length)).toEqual([100, 100, 100, 100, 50]);
  const ids = pages.flat().map(({ id }) => id);
  expect(ids.sort()).toEqual(stored.map(({ id }) => id).sort());
});
