import { UniqueConstraintError } from "sequelize";
import { v7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { claimDue, fromNow } from "#app/database/leases.server.ts";
import { consumerJob } from "#app/jobs/event-consumers.server.ts";
import { deleteOldRows } from "#app/jobs/retentions.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { log } from "#app/lib/log.server.ts";
import { DomainEvent, EventConsumption, Submission, User } from "#app/models/index.server.ts";
import type { SubmissionStatusInput } from "#app/schemas/submissions.ts";
import type { ConsumeEvent } from "#app/services/domain-events/consume-event.server.ts";
import {
  type ConsumeTogether,
  consumeTogether,
  TooEarly,
} from "#app/services/domain-events/consume-together.server.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { changeReference } from "#app/services/submissions/change-reference.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { endSharing, withdrawSubmission } from "#app/services/submissions/private-links.server.ts";
import { createForm, createOwner, findAccess, submitForm, toAccess } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";

// Consumers fail on purpose here.
const { level } = log;
beforeAll(() => {
  log.level = "silent";
});
afterAll(() => {
  log.level = level;
});

const events = async () =>
  (await DomainEvent.findAll({ order: [["id", "ASC"]] })).map(
    ({ type, subjectId, workspaceId, payload }) => ({
      type,
      subjectId,
      workspaceId,
      payload: JSON.parse(payload),
    }),
  );

describe("domain event", () => {
  test("a domain event is recorded with the change it reports", async () => {
    const form = await createForm();
    const { id: subjectId } = await submitForm(form);
    const workspaceId = form.owner.workspace.id;
    await decideSubmission({
      access: await findAccess(workspaceId),
      submissionId: subjectId,
      input: { status: "handled" },
    });
    await withdrawSubmission({ workspaceId, submissionId: subjectId });
    const about = { subjectId, workspaceId };
    expect(await events()).toEqual([
      { ...about, type: "submission.created", payload: { formId: form.id } },
      {
        ...about,
        type: "submission.decided",
        payload: { by: form.owner.id, from: "pending", to: "handled" },
      },
      { ...about, type: "submission.withdrawn", payload: { from: "handled" } },
    ]);
  });

  test("every change of a claim is a domain event, and what changes nothing is none", async () => {
    const form = await createForm();
    const { id: submissionId } = await submitForm(form, { reference: "8412337", amount: "250" });
    const workspaceId = form.owner.workspace.id;
    const access = await findAccess(workspaceId);
    const decide = (input: SubmissionStatusInput) => decideSubmission({ access, submissionId, input });
    const changeNumber = () => changeReference({ workspaceId, submissionId, reference: "8412338" });
    await changeNumber();
    await changeNumber();
    await endSharing({ workspaceId, submissionId });
    await endSharing({ workspaceId, submissionId });
    await decide({ status: "handled" });
    await decide({ status: "handled", amount: "240" });
    await decide({ status: "handled", amount: "240" });
    await decide({ status: "handled", note: "The broker has written." });
    await decide({ status: "handled", chargedBack: true });
    await decide({ status: "pending" });
    await eraseClaim({ workspaceId, submissionId, access: null });
    const [, ...changes] = await events();
    const by = form.owner.id;
    expect(changes.map(({ type, payload }) => [type, payload])).toEqual([
      ["submission.referenceChanged", {}],
      ["submission.sharingEnded", {}],
      ["submission.decided", { by, from: "pending", to: "handled" }],
      ["submission.corrected", { by }],
      ["submission.noted", { by }],
      ["submission.chargedBack", { by }],
      ["submission.reopened", { by, from: "handled" }],
      ["submission.erased", {}],
    ]);
    expect(changes.every((one) => one.subjectId === submissionId && one.workspaceId === workspaceId)).toBe(
      true,
    );
  });

  test("a domain event is recorded for each of the submissions that are written together, and for no other", async () => {
    const form = await createForm();
    const stored = await Promise.all(Array.from({ length: 5 }, () => submitForm(form)));
    await expect(submitForm(form, { email: stored[0]?.email ?? "" })).rejects.toThrow();
    expect((await events()).map(({ subjectId }) => subjectId).sort()).toEqual(
      stored.map(({ id }) => id).sort(),
    );
  });

  test("a domain event is not recorded when its change is rolled back", async () => {
    const form = await createForm();
    const { id } = await submitForm(form);
    await withdrawSubmission({ workspaceId: form.owner.workspace.id, submissionId: id });
    const before = await events();
    const decided = decideSubmission({
      access: toAccess(form.owner),
      submissionId: id,
      input: { status: "handled" },
    });
    await expect(decided).rejects.toMatchObject({ code: "withdrawn" });
    const failed = inTransaction(async (transaction) => {
      await Submission.update({ status: "handled" }, { where: { id }, transaction });
      await recordEvents(
        [
          {
            type: "submission.decided",
            workspaceId: form.owner.workspace.id,
            subjectId: id,
            payload: { from: "rejected", to: "handled" },
          },
        ],
        transaction,
      );
      throw new Error("after the change");
    });
    await expect(failed).rejects.toThrow("after the change");
    expect(await events()).toEqual(before);
  });

  test("a domain event waits only for consumers of its type", async () => {
    const { workspace } = await createOwner();
    const about = { workspaceId: workspace.id, subjectId: newId() };
    await inTransaction((transaction) =>
      recordEvents(
        [
          { ...about, type: "submission.created", payload: { formId: newId() } },
          { ...about, type: "connection.refused", payload: { adPlatform: "meta" } },
        ],
        transaction,
      ),
    );
    const marks = await EventConsumption.findAll({ order: [["consumer", "ASC"]] });
    expect(marks.map(({ consumer, state }) => [consumer, state])).toEqual([
      ["claims-of-broker-apis", "queued"],
      ["claims-of-running-statements", "queued"],
      ["connection-notifications", "queued"],
      ["later-claims", "queued"],
      ["new-claims", "queued"],
    ]);
  });

  test("a domain event is deleted after thirty days, with what is known of its consumers", async () => {
    await queue("test-consumer", 1, 30.1);
    const [recent] = await queue("test-consumer", 1, 29.9);
    expect(await deleteOldRows("old domain events")).toBe(false);
    expect((await DomainEvent.findAll()).map(({ id }) => id)).toEqual([recent]);
    expect((await EventConsumption.findAll()).map(({ eventId }) => eventId)).toEqual([recent]);
  });
});

/** Records events that wait for a consumer. @returns their ids */
async function queue(consumer: string, count: number, daysAgo = 0): Promise<string[]> {
  const { workspace } = await createOwner();
  const createdAt = new Date(Date.now() - daysAgo * DAY);
  const ids = Array.from({ length: count }, (_, index) => v7({ msecs: createdAt.getTime() + index }));
  await DomainEvent.bulkCreate(
    ids.map((id) => ({
      id,
      workspaceId: workspace.id,
      type: "connection.refused",
      subjectId: newId(),
      payload: JSON.stringify({ adPlatform: "meta" }),
      createdAt,
    })),
  );
  await addConsumer(consumer, ids);
  return ids;
}

async function addConsumer(consumer: string, eventIds: string[]): Promise<void> {
  const dueAt = new Date(Date.now() - 1_000);
  await EventConsumption.bulkCreate(
    eventIds.map((eventId) => ({ eventId, consumer, state: "queued" as const, dueAt, attemptCount: 0 })),
  );
}

const run = (consumer: string, consume: ConsumeEvent) => consumerJob(consumer, consume).run(() => false);

/** A consumer that lists the events it gets. */
function listing(): { consume: ConsumeEvent; ids: string[] } {
  const ids: string[] = [];
  return {
    ids,
    async consume({ id }) {
      ids.push(id);
    },
  };
}

const fail: ConsumeEvent = async () => {
  throw new Error("not today");
};

describe("consumer of domain events", () => {
  test("a consumer of domain events gets each event once where several workers run", async () => {
    const ids = await queue("test-consumer", 30);
    const { consume, ids: consumed } = listing();
    await eventually(async () => {
      await Promise.all([1, 2, 3].map(() => run("test-consumer", consume)));
      expect(await EventConsumption.count()).toBe(0);
    });
    expect(consumed.sort()).toEqual(ids.sort());
  });

  test("a consumer of domain events is queued once for an event", async () => {
    const ids = await queue("test-consumer", 1);
    await expect(addConsumer("test-consumer", ids)).rejects.toThrow(UniqueConstraintError);
  });

  test("a consumer of domain events gets an event again if its worker died before it finished, once the lease has expired", async () => {
    const ids = await queue("test-consumer", 1);
    const id = (await EventConsumption.findAll()).map((row) => row.id);
    await claimDue(EventConsumption, { id, consumer: "test-consumer", state: "queued" });
    const { consume, ids: consumed } = listing();
    await run("test-consumer", consume);
    expect(consumed).toEqual([]);
    await EventConsumption.update({ dueAt: fromNow(0) }, { where: {} });
    await run("test-consumer", consume);
    expect(consumed).toEqual(ids);
    expect(await EventConsumption.count()).toBe(0);
  });

  test("a failed consumer has written nothing, and gets the event again after a delay", async () => {
    await queue("test-consumer", 1);
    const { name } = await User.findOne({ rejectOnEmpty: true });
    await run("test-consumer", async (_event, transaction) => {
      await User.update({ name: "Changed" }, { where: {}, transaction });
      throw new TypeError("not today");
    });
    expect(await User.findOne()).toMatchObject({ name });
    const row = await EventConsumption.findOne({ rejectOnEmpty: true });
    expect(row).toMatchObject({ state: "queued", leaseToken: null, attemptCount: 1, lastError: "TypeError" });
    const { consume } = listing();
    await eventually(async () => {
      await run("test-consumer", consume);
      expect(await EventConsumption.count()).toBe(0);
    });
  });

  test("a consumer of domain events waits longer after each failure", async () => {
    await queue("test-consumer", 1);
    await EventConsumption.update({ attemptCount: 20 }, { where: {} });
    await run("test-consumer", fail);
    const { dueAt } = await EventConsumption.findOne({ rejectOnEmpty: true });
    // The last step is an hour, which is 3.6 s here, less 20 % at most.
    expect(dueAt.getTime() - Date.now()).toBeGreaterThan(1_000);
  });

  test("a failing consumer does not hold up other consumers, or its other events", async () => {
    const ids = await queue("failing", 3);
    await addConsumer("working", ids);
    const { consume, ids: consumed } = listing();
    await run("failing", async (event, transaction) =>
      event.id === ids[0] ? fail(event, transaction) : undefined,
    );
    await run("working", consume);
    expect(consumed.sort()).toEqual(ids.sort());
    expect(await EventConsumption.count({ where: { consumer: "failing" } })).toBe(1);
    expect(await EventConsumption.findOne({ where: { consumer: "failing", eventId: ids[0] } })).toMatchObject(
      {
        state: "queued",
      },
    );
  });

  test("a consumer that fails for three days gives up on the event", async () => {
    const [id] = await queue("test-consumer", 1);
    await DomainEvent.update({ createdAt: new Date(Date.now() - 3.1 * DAY) }, { where: { id } });
    await run("test-consumer", fail);
    expect(await EventConsumption.findOne()).toMatchObject({ state: "failed", leaseToken: null });
  });

  test("a consumer of domain events starts nothing while its process stops, and releases the events at once", async () => {
    await queue("test-consumer", 3);
    const { consume, ids: consumed } = listing();
    await consumerJob("test-consumer", consume).run(() => true);
    expect(consumed).toEqual([]);
    const where = { state: "queued", leaseToken: null, attemptCount: 0 } as const;
    expect(await EventConsumption.count({ where })).toBe(3);
  });
});

/** A consumer that takes events together and lists them, with the groups that it was given. */
function listingTogether(poison?: string) {
  const ids: string[] = [];
  const groups: number[] = [];
  const consume: ConsumeTogether = async (_workspaceId, events) => {
    groups.push(events.length);
    return async () => {
      if (events.some(({ id }) => id === poison)) throw new TypeError("not today");
      ids.push(...events.map(({ id }) => id));
    };
  };
  return { consume, ids, groups };
}

describe("consumer that takes events together", () => {
  test("events are taken by their workspace, each once, where several processes run", async () => {
    const ids = [...(await queue("joint", 20)), ...(await queue("joint", 10))];
    const { consume, ids: consumed, groups } = listingTogether();
    await Promise.all([1, 2, 3].map(() => consumeTogether("joint", consume)));
    expect(await EventConsumption.count()).toBe(0);
    expect(consumed.sort()).toEqual(ids.sort());
    expect(new Set(groups)).toEqual(new Set([10, 20]));
  });

  test("an event whose transaction commits long after that of a later one is taken once", async () => {
    const [later] = await queue("joint", 1);
    const { consume, ids: consumed } = listingTogether();
    await consumeTogether("joint", consume);
    const [earlier] = await queue("joint", 1, 2);
    await consumeTogether("joint", consume);
    await consumeTogether("joint", consume);
    expect(consumed).toEqual([later, earlier]);
  });

  test("an event that fails does not hold up the others of its workspace", async () => {
    const [poison = "", ...ids] = await queue("joint", 4);
    const { consume, ids: consumed } = listingTogether(poison);
    await consumeTogether("joint", consume);
    expect(consumed.sort()).toEqual(ids.sort());
    expect(await EventConsumption.findAll()).toMatchObject([
      { eventId: poison, state: "queued", leaseToken: null, attemptCount: 1, lastError: "TypeError" },
    ]);
  });

  test("events that are too early wait, and are tried again without a failure", async () => {
    const ids = await queue("joint", 2);
    await consumeTogether("joint", async () => {
      throw new TooEarly();
    });
    const { consume, ids: consumed } = listingTogether();
    await consumeTogether("joint", consume);
    expect(consumed).toEqual([]);
    expect(await EventConsumption.findAll()).toMatchObject([{ attemptCount: 0 }, { attemptCount: 0 }]);
    await EventConsumption.update({ dueAt: fromNow(0) }, { where: {} });
    await consumeTogether("joint", consume);
    expect(consumed.sort()).toEqual(ids.sort());
  });
});
