import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { onDue } from "#app/database/announcements.server.ts";
import { inTransaction } from "#app/database/connection.server.ts";
import { claim, type Lease, release, reschedule } from "#app/database/leases.server.ts";
import { Mail } from "#app/models/index.server.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";

const mail = { kind: "deactivated", to: "iria@example.com", userId: null, props: { name: "Iria" } } as const;

let delays: number[];
let unsubscribe: () => void;
beforeEach(() => {
  delays = [];
  unsubscribe = onDue(Mail, (delayMs) => delays.push(delayMs));
});
afterEach(() => unsubscribe());

async function claimOne(): Promise<Lease> {
  await inTransaction((transaction) => queueMail(mail, transaction));
  const [lease] = await inTransaction((transaction) => claim(Mail, { state: "queued" }, transaction));
  delays = [];
  return lease as Lease;
}

describe("due work", () => {
  test("due work is announced once its transaction has committed", async () => {
    await inTransaction(async (transaction) => {
      await queueMail(mail, transaction);
      await queueMail(mail, transaction);
      expect(delays).toEqual([]);
    });
    expect(delays).toEqual([0]);
  });

  test("due work is not announced if its transaction is rolled back", async () => {
    const failure = new Error("not today");
    const failed = inTransaction(async (transaction) => {
      await queueMail(mail, transaction);
      throw failure;
    });
    await expect(failed).rejects.toBe(failure);
    expect(await Mail.count()).toBe(0);
    expect(delays).toEqual([]);
  });

  test("due work is announced with its delay when it is rescheduled", async () => {
    const lease = await claimOne();
    await inTransaction((transaction) => reschedule(Mail, lease, { delayMs: 30 }, transaction));
    expect(delays).toEqual([30]);
  });

  test("due work is announced with its delay when it is released", async () => {
    await release(Mail, [await claimOne()], 40);
    expect(delays).toEqual([40]);
  });
});
