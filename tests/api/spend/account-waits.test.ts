import { beforeEach, describe, expect, test } from "vitest";
import { MINUTE, SECOND } from "#app/lib/dates.ts";
import { SpendAccount } from "#app/models/index.server.ts";
import { connectMeta, createOwner, signInAs } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

/** Waits as long as they are for owners: a test moves the time when the account is due. */
const site = serveSite({ DELIVERY_RETRY_SCALE: "1" });
const NUMBER = "1000000000000002";
/** How late the database's clock may be read. */
const SLACK_MS = 20 * SECOND;

let id: string;
beforeEach(async () => {
  const owner = await createOwner();
  const { id: connectionId } = await connectMeta(owner);
  const { cookie } = await signInAs(owner);
  await site.send("/dashboard/integrations/meta", {
    form: { intent: "connect-spend", connectionId, accountId: NUMBER, accessToken: "sandbox-spend" },
    cookie,
    headers: { "sec-fetch-site": "same-origin" },
  });
  await eventually(async () => expect((await find()).lastReadAt).not.toBeNull());
  ({ id } = await find());
});

const find = async () => SpendAccount.findOne({ rejectOnEmpty: true });

/** Has the account read now, which meets a fault. How long it waits then (ms). */
async function failAt(attempt: number): Promise<number> {
  await SpendAccount.update({ attemptCount: attempt - 1, dueAt: new Date() }, { where: { id } });
  const { dueAt } = await eventually(async () => {
    const account = await find();
    expect(account).toMatchObject({ attemptCount: attempt, leaseToken: null, state: "connected" });
    return account;
  });
  return (dueAt?.getTime() ?? 0) - Date.now();
}

describe("wait of an ad account after a fault", () => {
  test("it grows with each fault in a row, up to about an hour, and ends with the next success", async () => {
    await site.sandbox.play(`act_${NUMBER}`, "500");
    const minutes = [1, 5, 15, 30, 60, 60];
    for (const [index, step] of minutes.entries()) {
      const waitMs = await failAt(index + 1);
      expect(waitMs, `after fault ${index + 1}`).toBeGreaterThan(step * MINUTE * 0.8 - SLACK_MS);
      expect(waitMs, `after fault ${index + 1}`).toBeLessThanOrEqual(step * MINUTE * 1.2);
    }
    await site.sandbox.play(`act_${NUMBER}`, null);
    await SpendAccount.update({ dueAt: new Date() }, { where: { id } });
    await eventually(async () => expect(await find()).toMatchObject({ attemptCount: 0, lastError: null }));
  });

  test.each([
    ["the header Retry-After", "429", MINUTE],
    ["Meta's own header", "limit-80004", 2 * MINUTE],
  ])(
    "it is as long as the platform asks for by %s, however often it failed before",
    async (_, fault, askedMs) => {
      await site.sandbox.play(`act_${NUMBER}`, fault);
      for (const attempt of [1, 4]) {
        const waitMs = await failAt(attempt);
        expect(waitMs).toBeGreaterThan(askedMs - SLACK_MS);
        expect(waitMs).toBeLessThanOrEqual(askedMs);
      }
    },
  );
});
