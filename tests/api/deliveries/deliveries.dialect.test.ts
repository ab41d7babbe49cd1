import { describe, expect, test } from "vitest";
import { newId } from "#app/lib/ids.ts";
import { Delivery, DeliveryAttempt, Submission } from "#app/models/index.server.ts";
import { connectMeta, createForm, type Form, submitForm } from "../../factories/index.ts";
import { connectOwner } from "../../support/connected-owner.ts";
import { eventually } from "../../support/eventually.ts";
import { inGroups } from "../../support/in-groups.ts";
import { serveSite } from "../../support/site.ts";
import { startTestApp } from "../../support/start-for-test.ts";

const site = serveSite();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const ownerWith = (accessToken: string) => connectOwner(site, accessToken);

describe("deliveries that are due together", () => {
  /** As they stand after their submissions were marked handled and before anybody tried. */
  async function due(form: Form, connectionId: string, count: number): Promise<string[]> {
    const submissions = await inGroups(count, () => submitForm(form));
    await Submission.update(
      { status: "handled", eventStatus: "failed", handledAt: new Date() },
      { where: { formId: form.id } },
    );
    const now = new Date();
    const rows = submissions.map(({ id, workspaceId }) => ({
      id: newId(),
      submissionId: id,
      workspaceId,
      connectionId,
      adPlatform: "meta",
      eventId: newId(),
      state: "queued" as const,
      dueAt: new Date(now.getTime() - MINUTE),
      leaseToken: null,
      attemptCount: 0,
      transientCount: 0,
      sendBefore: new Date(now.getTime() + HOUR),
      createdAt: now,
      updatedAt: now,
    }));
    await Delivery.bulkCreate(rows);
    return rows.map(({ eventId }) => eventId);
  }

  test("deliveries that are due together are sent once each by any number of servers", async () => {
    const others = await Promise.all(
      [1, 2].map(() => startTestApp({ env: { META_GRAPH_URL: site.sandbox.url } })),
    );
    const form = await createForm();
    const { id } = await connectMeta(form.owner);
    const eventIds = await due(form, id, 120);
    await eventually(async () => expect(await Delivery.count({ where: { state: "sent" } })).toBe(120));
    expect(site.sandbox.acceptedIds().sort()).toEqual(eventIds.sort());
    expect(await DeliveryAttempt.count()).toBe(120);
    expect(await Promise.all(others.map((app) => app.kill()))).toEqual([0, 0]);
  });

  test("deliveries of a failing owner do not hold up another's", async () => {
    const failing = await createForm();
    const { id, assetId: pixelId } = await connectMeta(failing.owner);
    await site.sandbox.play(pixelId, "500");
    await due(failing, id, 200);
    const other = await ownerWith("sandbox-500-once");
    const { id: waiting } = await other.handle();
    const triedBefore = await DeliveryAttempt.count();
    await other.sent(waiting);
    // Each round takes five of a connection: in the order of their times it would have been all 200.
    expect((await DeliveryAttempt.count()) - triedBefore).toBeLessThan(100);
    expect(site.sandbox.acceptedIds()).toHaveLength(1);
    // Nothing of it goes on into the next test.
    await site.sandbox.play(pixelId, "expired");
    await eventually(async () => expect(await Delivery.count({ where: { state: "parked" } })).toBe(200));
  });
});
