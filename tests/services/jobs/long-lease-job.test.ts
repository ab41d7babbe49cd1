import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { finish, type Lease } from "#app/database/leases.server.ts";
import { longLeaseJob } from "#app/jobs/lease-job.server.ts";
import { SpendImport } from "#app/models/index.server.ts";
import { createOwner, createSpendFile } from "../../factories/index.ts";
import { stopIdleApp } from "../../servers/app.ts";

// Its job would read the files.
beforeAll(stopIdleApp);

const end = (lease: Lease) =>
  inTransaction((transaction) => finish(SpendImport, lease, { state: "ready", dueAt: null }, transaction));

test("Work that takes long does not keep what is due later waiting while a place is free", async () => {
  const owner = await createOwner();
  const due = () => createSpendFile(owner, { state: "reading", dueAt: new Date(0) });
  const long = await due();
  const done: string[] = [];
  let endLong = () => {};
  const isLongDone = new Promise<void>((resolve) => {
    endLong = resolve;
  });
  const job = longLeaseJob({
    name: "files",
    model: SpendImport,
    where: { state: "reading" },
    places: 2,
    async work(lease) {
      if (lease.id === long.id) await isLongDone;
      await end(lease);
      done.push(lease.id);
    },
  });
  const run = () => job.run(() => false);
  expect(await run()).toBe(true);
  const short = [await due(), await due(), await due()].map(({ id }) => id);
  for (const id of short) {
    expect(await run()).toBe(true);
    expect(done).toContain(id);
  }
  expect(done).toEqual(short);
  endLong();
  await job.settled?.();
  expect(done).toEqual([...short, long.id]);
});
