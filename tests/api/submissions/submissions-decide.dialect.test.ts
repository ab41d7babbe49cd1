import { describe, expect, test } from "vitest";
import { Delivery } from "#app/models/index.server.ts";
import { connectMeta, createForm, signInAs, submitForm } from "../../factories/index.ts";
import { retryWhileBusy } from "../../support/busy.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

/** An owner with a form, and a connection unless told otherwise. */
async function signedInOwner({ accessToken = "sandbox-token" as string | null } = {}) {
  const form = await createForm();
  if (accessToken) await connectMeta(form.owner, { accessToken });
  const { token, cookie } = await signInAs(form.owner);
  return {
    form,
    token,
    cookie,
    decide: (id: string, json: Record<string, unknown>) => site.decide(token, id, json),
  };
}

describe("marking a submission handled", () => {
  test("marking a submission handled twenty times at once sends one event", async () => {
    const { form, token, decide } = await signedInOwner();
    const { id } = await submitForm(form);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => retryWhileBusy(() => decide(id, { status: "handled" }))),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    await eventually(async () => expect((await site.read(token, id)).json.eventStatus).toBe("sent"));
    expect(site.sandbox.acceptedIds()).toHaveLength(1);
    expect(await Delivery.count()).toBe(1);
    await expectTotalsToBeTrue();
  });

  test("handling against a rejection at the same moment ends as one of the two", async () => {
    const { form, token, decide } = await signedInOwner();
    const submissions = await Promise.all(Array.from({ length: 8 }, () => submitForm(form)));
    const responses = await Promise.all(
      submissions.flatMap(({ id }) =>
        ["handled", "rejected", "handled", "rejected"].map((status) =>
          retryWhileBusy(() => decide(id, { status })),
        ),
      ),
    );
    for (const { status, json } of responses)
      expect(status === 200 || ["already_sent", "changed_meanwhile"].includes(json.code)).toBe(true);
    for (const { id } of submissions) {
      const { json } = await site.read(token, id);
      const eventIds = json.deliveries.map(({ eventId }: { eventId: string }) => eventId);
      const sent = site.sandbox.acceptedIds().filter((eventId) => eventIds.includes(eventId));
      expect(sent).toHaveLength(json.status === "handled" ? 1 : 0);
    }
    await expectTotalsToBeTrue();
  });
});
