import { beforeEach, describe, expect, test } from "vitest";
import { isSqlite } from "#app/database/connection.server.ts";
import { Delivery, type Submission } from "#app/models/index.server.ts";
import { connectMeta, createForm, signInAs, submitForm } from "../../factories/index.ts";
import { retryWhileBusy } from "../../support/busy.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { eventually } from "../../support/eventually.ts";
import { inGroups } from "../../support/in-groups.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

let logged = 0;
beforeEach(() => {
  logged = site.app.log().length;
});
const deadlocks = () =>
  site.app
    .log()
    .slice(logged)
    .filter(({ msg, reason }) => msg === "a transaction is repeated" && reason === "ER_LOCK_DEADLOCK");

async function owner() {
  const form = await createForm();
  const connection = await connectMeta(form.owner);
  const { token } = await signInAs(form.owner);
  const submissions = await inGroups(100, () => submitForm(form));
  const decide = (status: string, some: Submission[]) =>
    Promise.all(some.map(({ id }) => retryWhileBusy(() => site.decide(token, id, { status }))));
  return { form, connection, submissions, decide };
}

// SQLite has one writer, and no deadlocks. The drill has other numbers at once.
describe.runIf(!isSqlite)("decisions over submissions of one connection, at once", () => {
  test.each([50])("%i send every event without one deadlock, while others confirm", async (atOnce) => {
    const { form, submissions, decide } = await owner();
    const confirming = inGroups(50, () => retryWhileBusy(() => site.submit(form)));
    for (let first = 0; first < submissions.length; first += atOnce) {
      const responses = await decide("handled", submissions.slice(first, first + atOnce));
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    }
    await eventually(async () => expect(await Delivery.count({ where: { state: "sent" } })).toBe(100));
    expect((await confirming).map(({ status }) => status)).toEqual(Array(50).fill(201));
    expect(deadlocks()).toEqual([]);
    await expectTotalsToBeTrue();
  });

  test("decisions at once that the platform refuses park all events without one deadlock", async () => {
    const { connection, submissions, decide } = await owner();
    await site.sandbox.play(connection.assetId, "expired");
    const responses = await decide("handled", submissions.slice(0, 30));
    expect(responses.map(({ json }) => json.eventStatus)).toEqual(responses.map(() => "failed"));
    expect(deadlocks()).toEqual([]);
    await expectTotalsToBeTrue();
  });

  test("decisions taken back while others are made end without one deadlock", async () => {
    const { submissions, decide } = await owner();
    const [rejected, others] = [submissions.slice(0, 40), submissions.slice(40, 80)];
    await decide("rejected", rejected);
    const responses = await Promise.all([decide("pending", rejected), decide("handled", others)]);
    expect(responses.flat().map(({ status }) => status)).toEqual(Array(80).fill(200));
    expect(deadlocks()).toEqual([]);
    await expectTotalsToBeTrue();
  });
});
