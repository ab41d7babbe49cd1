import { beforeEach, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import type { Connection } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { recordAcceptance } from "#app/services/deliveries/connection-health.server.ts";
import { connectMeta, createForm, type Form, signInAs, submitForm } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { readFlash } from "../../support/flash.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const MINUTE = 60_000;

let form: Form;
let connection: Connection;
let token: string;
let cookie: string;
beforeEach(async () => {
  form = await createForm();
  connection = await connectMeta(form.owner);
  ({ token, cookie } = await signInAs(form.owner));
});

const pause = (ms: number) =>
  inTransaction((transaction) => connection.update({ pausedUntil: fromNow(ms) } as object, { transaction }));

async function handle() {
  const { id } = await submitForm(form);
  const { status, json } = await site.decide(token, id, { status: "handled" });
  expect(status).toBe(200);
  return { id, delivery: json.submission.deliveries[0] };
}

const expectSent = (id: string) =>
  eventually(async () => expect((await site.read(token, id)).json.eventStatus).toBe("sent"));

test("a claim that is verified while the platform wants a pause is sent after it", async () => {
  await site.sandbox.play(connection.assetId, "policy", 1);
  const first = await handle();
  await eventually(async () => expect((await connection.reload()).pausedUntil).not.toBeNull());
  // The pause of an hour is a few seconds here: too short for a busy machine.
  await pause(MINUTE);
  const others = await Promise.all([handle(), handle(), handle()]);
  expect(others.map(({ delivery }) => [delivery.state, delivery.attempts])).toEqual(
    others.map(() => ["queued", []]),
  );
  expect(site.sandbox.events()).toHaveLength(1);
  await pause(0);
  for (const { id } of [first, ...others]) await expectSent(id);
  await eventually(async () => expect((await connection.reload()).pausedUntil).toBeNull());
});

test("an event that is sent again by hand waits for the end of the pause too", async () => {
  await site.sandbox.play(connection.assetId, "bad-event", 1);
  const { id, delivery } = await handle();
  expect(delivery.state).toBe("failed");
  await pause(MINUTE);
  const resent = await site.send(`/api/deliveries/${delivery.id}/resend`, { method: "POST", token });
  expect(resent.json.delivery).toMatchObject({ state: "queued", attempts: [{ outcome: "permanent" }] });
  await pause(0);
  await expectSent(id);
});

test("the page says that an event that is sent again waits for the pause", async () => {
  await site.sandbox.play(connection.assetId, "bad-event", 1);
  const { delivery } = await handle();
  await pause(MINUTE);
  const resent = await site.send(`/dashboard/deliveries/${delivery.id}`, {
    form: { intent: "resend" },
    cookie,
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(readFlash(resent)).toBe(messages.deliveries.resendWaits);
  await pause(0);
});

test("an event that is accepted during a pause does not end it, and one after it does", async () => {
  await pause(MINUTE);
  await connection.update({ lastError: "Meta blocks this account for policy reasons.", failureCount: 3 });
  await recordAcceptance(await connection.reload());
  expect(await connection.reload()).toMatchObject({
    pausedUntil: expect.any(Date),
    lastError: "Meta blocks this account for policy reasons.",
    failureCount: 0,
    lastAcceptedAt: expect.any(Date),
  });
  await pause(-1);
  await recordAcceptance(await connection.reload());
  expect(await connection.reload()).toMatchObject({ pausedUntil: null, lastError: null });
});
