import { afterEach, describe, expect, test, vi } from "vitest";
import { inTransaction, sequelize } from "#app/database/connection.server.ts";
import { databaseNow } from "#app/database/dialect.server.ts";
import {
  claimDue,
  findDue,
  finish,
  fromNow,
  LEASE_MS,
  type Lease,
  release,
  reschedule,
} from "#app/database/leases.server.ts";
import { workOnLeases } from "#app/jobs/work-on-leases.server.ts";
import { Mail } from "#app/models/index.server.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";

/** Emails are leased work with few columns. */
async function queue(count: number): Promise<string[]> {
  const props = { name: "Iria" };
  await inTransaction(async (transaction) => {
    for (let index = 0; index < count; index++)
      await queueMail({ kind: "deactivated", to: "iria@example.com", userId: null, props }, transaction);
  });
  return (await Mail.findAll({ attributes: ["id"] })).map(({ id }) => id);
}

const claimAll = (ids: string[]) => claimDue(Mail, { id: ids, state: "queued" });
const expireLeases = () => Mail.update({ dueAt: fromNow(0) }, { where: {} });
const save = (lease: Lease, result: Partial<Mail>) =>
  inTransaction((transaction) => finish(Mail, lease, result, transaction));

afterEach(() => {
  vi.useRealTimers();
});

/** In how many milliseconds the row is due, by the database's clock. */
async function dueInMs(id: string): Promise<number> {
  const [[row]] = (await sequelize.query(
    `SELECT dueAt, ${databaseNow()} AS now FROM mails WHERE id = '${id}'`,
  )) as [{ dueAt: string; now: string }[], unknown];
  return new Date(row?.dueAt ?? "").getTime() - new Date(row?.now ?? "").getTime();
}

describe("claim", () => {
  test("a claim gives each row to one of several workers", async () => {
    const ids = await queue(40);
    const leases = (await Promise.all([1, 2, 3].map(() => claimAll(ids)))).flat();
    expect(leases.map(({ id }) => id).sort()).toEqual(ids.sort());
  });

  test("a claim moves the due time a lease forward and counts an attempt", async () => {
    const [id = ""] = await queue(1);
    await claimAll([id]);
    expect(await Mail.findByPk(id)).toMatchObject({ attemptCount: 1, leaseToken: expect.any(String) });
    const ms = await dueInMs(id);
    expect(ms).toBeGreaterThan(LEASE_MS / 2);
    expect(ms).toBeLessThanOrEqual(LEASE_MS);
  });

  test("a claim leaves rows alone that are leased, finished or due later", async () => {
    const [leased = "", finished = "", later = ""] = await queue(3);
    await claimAll([leased]);
    await Mail.update({ state: "sent" }, { where: { id: finished } });
    await Mail.update({ dueAt: fromNow(LEASE_MS) }, { where: { id: later } });
    expect(await claimAll([leased, finished, later])).toEqual([]);
  });

  test("a claim can be made again once the lease has expired", async () => {
    const ids = await queue(1);
    const [first] = await claimAll(ids);
    await expireLeases();
    const [second] = await claimAll(ids);
    expect(second?.id).toBe(first?.id);
    expect(second?.token).not.toBe(first?.token);
    expect(await Mail.findByPk(ids[0])).toMatchObject({ attemptCount: 2 });
  });

  test("a claim finds the oldest rows first, up to the limit", async () => {
    const ids = await queue(3);
    for (const [index, id] of ids.entries())
      await Mail.update({ dueAt: fromNow(-1000 * (index + 1)) }, { where: { id } });
    expect(await findDue(Mail, { state: "queued" }, 2)).toEqual([ids[2], ids[1]]);
  });
});

describe("lease", () => {
  test("a lease saves the result and ends", async () => {
    const ids = await queue(1);
    const [lease] = await claimAll(ids);
    expect(await save(lease as Lease, { state: "sent" })).toBe(true);
    expect(await Mail.findByPk(ids[0])).toMatchObject({ state: "sent", leaseToken: null });
  });

  test("a lease that another worker took over saves nothing", async () => {
    const ids = await queue(1);
    const [lost] = await claimAll(ids);
    await expireLeases();
    const [held] = await claimAll(ids);
    expect(await save(lost as Lease, { state: "failed" })).toBe(false);
    expect(await Mail.findByPk(ids[0])).toMatchObject({ state: "queued", leaseToken: held?.token });
  });

  test("a lease reschedules its row by the database's clock", async () => {
    const [id = ""] = await queue(1);
    const [lease] = await claimAll([id]);
    const delayMs = 10 * LEASE_MS;
    await inTransaction((transaction) =>
      reschedule(Mail, lease as Lease, { delayMs, lastError: "ETIMEDOUT" }, transaction),
    );
    expect(await Mail.findByPk(id)).toMatchObject({
      leaseToken: null,
      lastError: "ETIMEDOUT",
      attemptCount: 1,
    });
    const ms = await dueInMs(id);
    expect(ms).toBeGreaterThan(delayMs / 2);
    expect(ms).toBeLessThanOrEqual(delayMs);
  });

  test("a released lease makes its row due at once and counts no attempt", async () => {
    const ids = await queue(3);
    const leases = await claimAll(ids);
    const held = leases[0] as Lease;
    await release(Mail, leases.slice(1));
    expect((await findDue(Mail, { state: "queued" }, 10)).sort()).toEqual(
      ids.filter((id) => id !== held.id).sort(),
    );
    expect(await Mail.count({ where: { attemptCount: 0, leaseToken: null } })).toBe(2);
    expect(await Mail.findByPk(held.id)).toMatchObject({ attemptCount: 1, leaseToken: held.token });
  });

  test("a lease is released without work once half of it is over", async () => {
    const leases = await claimAll(await queue(3));
    const begun: string[] = [];
    vi.useFakeTimers({ toFake: ["Date"] });
    const work = async ({ id }: Lease) => {
      begun.push(id);
      vi.setSystemTime(Date.now() + LEASE_MS / 2 + 1);
    };
    await workOnLeases({ model: Mail, leases, parallel: 1, isStopping: () => false, work });
    expect(begun).toEqual([leases[0]?.id]);
    expect(await Mail.count({ where: { attemptCount: 0, leaseToken: null } })).toBe(2);
  });
});
