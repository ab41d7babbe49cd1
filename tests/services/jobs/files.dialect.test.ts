import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { inTransaction, sequelize } from "#app/database/connection.server.ts";
import { claim, finish, fromNow, holdLease, type Lease, LostLease } from "#app/database/leases.server.ts";
import { countQueues } from "#app/database/queries/admin.server.ts";
import { fileJob } from "#app/jobs/file-job.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { SpendImport } from "#app/models/index.server.ts";
import { assertRoomForFiles } from "#app/services/imports/assert-room.server.ts";
import { createOwner, createSpendFile } from "../../factories/index.ts";
import { stopIdleApp } from "../../servers/app.ts";
import { eventually } from "../../support/eventually.ts";

// Its job would read the files.
beforeAll(stopIdleApp);
afterEach(() => {
  vi.useRealTimers();
});

const dueFile = async (owner: Awaited<ReturnType<typeof createOwner>>) =>
  (await createSpendFile(owner, { state: "reading", dueAt: new Date(Date.now() - 10 * SECOND) })).id;
const claimFile = async (id: string): Promise<Lease> => {
  const [lease] = await inTransaction((transaction) => claim(SpendImport, { id }, transaction));
  if (!lease) throw new Error("The file was not there.");
  return lease;
};
const leftMs = async (id: string) => {
  const file = await SpendImport.findByPk(id, { rejectOnEmpty: true });
  return +(file.dueAt ?? 0) - Date.now();
};

test("The lease of a file that somebody waits for ends after 15 seconds, and a timer renews it", async () => {
  const id = await dueFile(await createOwner());
  const lease = await claimFile(id);
  expect(await leftMs(id)).toBeLessThanOrEqual(15 * SECOND);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await holdLease(SpendImport, lease, async ({ keep, lost }) => {
    await SpendImport.update({ dueAt: fromNow(SECOND) }, { where: { id } });
    vi.advanceTimersByTime(5 * SECOND);
    await eventually(async () => expect(await leftMs(id)).toBeGreaterThan(5 * SECOND));
    await keep();
    await SpendImport.update({ leaseToken: "another worker's" }, { where: { id } });
    vi.advanceTimersByTime(5 * SECOND);
    await eventually(() => expect(lost.aborted).toBe(true));
    await expect(keep()).rejects.toBeInstanceOf(LostLease);
  });
});

test("A start of a file after a lease that only ran out is no attempt, and is counted apart", async () => {
  const id = await dueFile(await createOwner());
  const starts = [];
  for (const _ of [1, 2, 3]) {
    await claimFile(id);
    const { attemptCount, lostLeases } = await SpendImport.findByPk(id, { rejectOnEmpty: true });
    starts.push([attemptCount, lostLeases]);
  }
  expect(starts).toEqual([
    [1, 0],
    [1, 1],
    [1, 2],
  ]);
});

test("A workspace has one place at a time, so that another one's file does not wait for all of its files", async () => {
  const [many, few] = [await createOwner(), await createOwner()];
  const ofMany = [await dueFile(many), await dueFile(many), await dueFile(many)];
  const ofFew = await dueFile(few);
  const ends = new Map<string, () => void>();
  const job = fileJob({
    name: "files",
    state: "reading",
    async work(lease) {
      await new Promise<void>((resolve) => ends.set(lease.id, resolve));
      await inTransaction((transaction) =>
        finish(SpendImport, lease, { state: "ready", dueAt: null }, transaction),
      );
    },
  });
  const run = () => job.run(() => false);
  const end = (id: string) => {
    ends.get(id)?.();
    ends.delete(id);
  };
  expect(await run()).toBe(true);
  await eventually(() => expect([...ends.keys()].sort()).toEqual([ofMany[0], ofFew].sort()));
  end(ofMany[0] ?? "");
  await eventually(async () => {
    await run();
    expect([...ends.keys()].sort()).toEqual([ofMany[1], ofFew].sort());
  });
  // A process that ended may still have the lease of a file of the workspace.
  await SpendImport.update(
    { leaseToken: "another process's", dueAt: fromNow(15 * SECOND) },
    { where: { id: ofMany[2] } },
  );
  end(ofMany[1] ?? "");
  await eventually(async () => expect((await SpendImport.findByPk(ofMany[1]))?.state).toBe("ready"));
  const next = await dueFile(many);
  await run();
  expect(ends.has(next)).toBe(false);
  end(ofFew);
  await job.settled?.();
});

test("A workspace with too many files that wait is told so, and another one is not", async () => {
  const [owner, other] = [await createOwner(), await createOwner()];
  for (let count = 0; count < 60; count += 1) await createSpendFile(owner, { state: "reading" });
  const assertRoom = ({ workspace }: typeof owner) =>
    inTransaction((transaction) => assertRoomForFiles(workspace.id, transaction));
  await assertRoom(owner);
  await createSpendFile(owner, { state: "reading" });
  await expect(assertRoom(owner)).rejects.toMatchObject({ status: 409, code: "too_many_files" });
  await assertRoom(other);
});

test("Every table of work is a queue that operators see", async () => {
  const work = Object.entries(sequelize.models)
    .filter(([, model]) => ["state", "leaseToken"].every((column) => column in model.getAttributes()))
    .map(([name]) => name)
    // Each kind of file has a queue of its own.
    .filter((name) => name !== "imports");
  const queues = new Set((await countQueues()).map(({ queue }) => queue));
  expect([...queues].sort()).toEqual(work.sort());
});
