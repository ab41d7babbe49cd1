import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { claimDue, type Lease } from "#app/database/leases.server.ts";
import { newsAnnouncements } from "#app/jobs/news-announcements.server.ts";
import { deleteOldRows } from "#app/jobs/retentions.server.ts";
import { DAY, HOUR, MINUTE } from "#app/lib/dates.ts";
import { NotFound } from "#app/lib/errors.ts";
import { newId } from "#app/lib/ids.ts";
import type { NotificationName } from "#app/lib/notifications.ts";
import { decrypt } from "#app/lib/secrets.server.ts";
import {
  AuditEntry,
  DomainEvent,
  Mail,
  NewsAnnouncement,
  NewsItem,
  Notification,
  Submission,
  User,
  WeeklySummary,
} from "#app/models/index.server.ts";
import { warnOfExpiry } from "#app/services/deliveries/warn-of-expiry.server.ts";
import { consumeTogether } from "#app/services/domain-events/consume-together.server.ts";
import type { EventByType } from "#app/services/domain-events/event-types.ts";
import { createOwnNews, deleteOwnNews, updateOwnNews } from "#app/services/news/own-news.server.ts";
import { describeNotification } from "#app/services/notifications/describe-notification.ts";
import { queueDigests } from "#app/services/notifications/email-digests.server.ts";
import { notifyOfNewClaims } from "#app/services/notifications/notify-of-claims.server.ts";
import { notifyOfConnection } from "#app/services/notifications/notify-of-connections.server.ts";
import { notifyOfDelivery } from "#app/services/notifications/notify-of-deliveries.server.ts";
import { notifyOfDueStatements } from "#app/services/notifications/notify-of-due-statements.server.ts";
import { notifyOfNews } from "#app/services/notifications/notify-of-news.server.ts";
import {
  countUnread,
  listNotifications,
  readAllNotifications,
} from "#app/services/notifications/read-notifications.server.ts";
import { sendWeeklySummaries } from "#app/services/notifications/weekly-summary.server.ts";
import { getOverview } from "#app/services/overview/get-overview.server.ts";
import {
  connectMeta,
  createForm,
  createMember,
  createOwner,
  createPlatforms,
  type Form,
  submitForm,
} from "../../factories/index.ts";

let form: Form;
beforeEach(async () => {
  form = await createForm();
});

const prefer = (user: User, name: NotificationName, email: boolean, inApp: boolean) =>
  User.update(
    { notificationPreferences: JSON.stringify({ [name]: { email, inApp } }) },
    { where: { id: user.id } },
  );

const consumeNewClaims = () => consumeTogether("new-claims", notifyOfNewClaims);

const mailsTo = async (kind: string) =>
  (await Mail.findAll({ where: { kind }, order: [["id", "ASC"]] })).map(({ toAddress }) => toAddress);

/** Consumes an event that an ad platform refused. */
function fail(createdAt = new Date()): Promise<void> {
  const event: EventByType<"delivery.failed"> = {
    id: newId(),
    workspaceId: form.owner.workspace.id,
    type: "delivery.failed",
    subjectId: newId(),
    payload: { submissionId: newId(), adPlatform: "meta" },
    createdAt,
  };
  return inTransaction((transaction) => notifyOfDelivery(event, transaction));
}

describe("new claims", () => {
  test("new claims are told to the members whose role may decide, as each of them prefers", async () => {
    const [viewer, checker, mailed, silent] = await Promise.all(
      (["viewer", "checker", "manager", "manager"] as const).map((role) => createMember(form.owner, role)),
    );
    await prefer(mailed as User, "newSubmission", true, false);
    await prefer(silent as User, "newSubmission", false, false);
    for (let claim = 0; claim < 3; claim++) await submitForm(form);
    await consumeNewClaims();
    await consumeNewClaims();
    const rows = await Notification.findAll({ where: { type: "newClaims" } });
    expect(rows.every(({ count }) => count === 3)).toBe(true);
    expect(new Set(rows.filter(({ isInApp }) => isInApp).map(({ userId }) => userId))).toEqual(
      new Set([form.owner.id, checker?.id]),
    );
    expect(rows.map(({ userId }) => userId)).not.toContain(viewer?.id);
    await queueDigests();
    expect(await mailsTo("new-claims")).toEqual([mailed?.email]);
  });

  test("claims of ten minutes are one notification, which is unread again with the next claim", async () => {
    const reader = { userId: form.owner.id, workspace: form.owner.workspace };
    await submitForm(form);
    await consumeNewClaims();
    await readAllNotifications(reader);
    expect(await countUnread(form.owner.id, form.owner.workspace.id)).toBe(0);
    await submitForm(form);
    await consumeNewClaims();
    const query = { page: 1, limit: 20, kind: undefined, state: undefined };
    const { notifications, unread } = await listNotifications({ ...reader, query });
    // The second claim can be the first of the next ten minutes.
    expect(notifications.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    expect(unread).toBe(1);
  });
});

describe("several forms", () => {
  const formsIn = async (kind: string) =>
    (await Mail.findAll({ where: { kind } })).map(
      ({ id, props }) => JSON.parse(decrypt(props ?? "", id)).forms,
    );

  test("notifications and emails name the forms of their claims where the workspace has several", async () => {
    await connectMeta(form.owner);
    await prefer(form.owner, "newSubmission", true, true);
    const casa = await createForm({ owner: form.owner, platforms: form.platforms, name: "Casa" });
    await createForm({ owner: form.owner, platforms: form.platforms, name: "Unused" });
    const now = new Date();
    for (const one of [form, casa, casa]) {
      const { id } = await submitForm(one);
      await Submission.update({ sendBefore: new Date(now.getTime() + 20 * HOUR) }, { where: { id } });
    }
    await consumeNewClaims();
    await queueDigests();
    await notifyOfDueStatements(now);
    for (const type of ["newClaims", "statementDue"]) {
      const told = await Notification.findOne({ where: { type }, rejectOnEmpty: true });
      expect(describeNotification(told, "UTC").text).toContain(`on the forms ${form.slug} and Casa`);
    }
    const names = [form.slug, "Casa"];
    expect([...(await formsIn("new-claims")), ...(await formsIn("statement-due"))]).toEqual([names, names]);
    const lastWeek = new Date("2026-11-19T12:00:00.000Z");
    await submitForm(casa, { now: lastWeek });
    await sendWeeklySummaries(new Date("2026-11-23T08:30:00.000Z"));
    expect(await formsIn("weekly-summary")).toEqual([[{ name: "Casa", total: 1 }]]);
  });
});

describe("emails that are put together", () => {
  const emails = () => Mail.count({ where: { kind: "events-failed" } });

  test("emails that are put together leave at once, and then at most every ten minutes", async () => {
    const now = new Date();
    await fail();
    await queueDigests();
    expect(await emails()).toBe(1);
    await fail();
    await fail();
    await queueDigests(now);
    await queueDigests(new Date(now.getTime() + 9 * MINUTE));
    expect(await emails()).toBe(1);
    await queueDigests(new Date(now.getTime() + 11 * MINUTE));
    expect(await emails()).toBe(2);
    await queueDigests(new Date(now.getTime() + HOUR));
    expect(await emails()).toBe(2);
  });

  test("emails that are put together leave once where many processes queue them", async () => {
    for (let event = 0; event < 5; event++) await fail();
    await Promise.all(Array.from({ length: 4 }, () => queueDigests()));
    expect(await emails()).toBe(1);
  });

  test("emails that are put together count every event where many are consumed at once", async () => {
    const createdAt = new Date();
    await Promise.all(Array.from({ length: 8 }, () => fail(createdAt)));
    expect(await Notification.findAll({ where: { type: "deliveryFailed" } })).toMatchObject([{ count: 8 }]);
  });
});

describe("claims that will soon be too late", () => {
  test("claims that will soon be too late are reported 24 and 8 hours before, each once", async () => {
    await connectMeta(form.owner);
    const now = new Date();
    const hoursLeft = (hours: number) => new Date(now.getTime() + hours * HOUR);
    for (const hours of [23, 30, 60]) {
      const { id } = await submitForm(form);
      await Submission.update({ sendBefore: hoursLeft(hours) }, { where: { id } });
    }
    const counts = async () =>
      (await DomainEvent.findAll({ where: { type: "claims.expiring" }, order: [["id", "ASC"]] })).map(
        ({ payload }) => JSON.parse(payload).count,
      );
    await Promise.all([warnOfExpiry(now), warnOfExpiry(now)]);
    expect(await counts()).toEqual([2]);
    await warnOfExpiry(hoursLeft(16));
    await warnOfExpiry(hoursLeft(16));
    expect(await counts()).toEqual([2, 2]);
    await Submission.update({ status: "rejected" }, { where: {} });
    await warnOfExpiry(hoursLeft(50));
    expect(await counts()).toEqual([2, 2]);
    const [event] = await DomainEvent.findAll({ where: { type: "claims.expiring" }, limit: 1 });
    const { id, workspaceId, subjectId, createdAt, payload } = event as DomainEvent;
    const consume = () =>
      inTransaction((transaction) =>
        notifyOfConnection(
          {
            id,
            workspaceId,
            subjectId,
            createdAt,
            type: "claims.expiring",
            payload: JSON.parse(payload),
          },
          transaction,
        ),
      );
    // All are decided: there is nothing to say.
    await consume();
    expect(await mailsTo("claims-expiring")).toEqual([]);
    await Submission.update({ status: "pending" }, { where: {} });
    await consume();
    expect(await mailsTo("claims-expiring")).toEqual([form.owner.email]);
  });
});

describe("statements that are due", () => {
  test("several brokers' statements are due in one notification, one email and one line of the overview", async () => {
    await connectMeta(form.owner);
    const now = new Date();
    const platforms = await createPlatforms(2, { owner: form.owner });
    const both = await createForm({ owner: form.owner, platforms });
    const ids = platforms.map(({ id }) => id);
    for (const [index, hours] of [40, 45, 100].entries()) {
      const { id } = await submitForm(both, { platform: ids[index % 2] ?? "" });
      await Submission.update({ sendBefore: new Date(now.getTime() + hours * HOUR) }, { where: { id } });
    }
    const brokers = platforms.map(({ name }, index) => `${name} (${2 - index})`).join(", ");
    const { dueStatements } = await getOverview({ workspace: form.owner.workspace, user: form.owner }, now);
    expect(dueStatements).toEqual(
      expect.arrayContaining(
        platforms.map(({ id, name }, index) => ({ platformId: id, platformName: name, count: 2 - index })),
      ),
    );
    await notifyOfDueStatements(now);
    expect(await mailsTo("statement-due")).toEqual([form.owner.email]);
    const told = await Notification.findAll({ where: { type: "statementDue" } });
    expect(told).toMatchObject([{ count: 3 }]);
    expect(describeNotification(told[0] as Notification, "UTC")).toMatchObject({
      title: `Statements due: ${brokers}`,
      href: "/dashboard/statements/due",
    });
  });

  test("a broker's statement is due 48 hours before the first of its waiting claims expires, once in half a week", async () => {
    await connectMeta(form.owner);
    const now = new Date();
    const submitIn = async (hours: number) => {
      const { id, platformId } = await submitForm(form);
      const sendBefore = new Date(now.getTime() + hours * HOUR);
      await Submission.update({ sendBefore }, { where: { id } });
      return platformId;
    };
    await submitIn(60);
    await notifyOfDueStatements(now);
    expect(await mailsTo("statement-due")).toEqual([]);
    const platformId = await submitIn(47);
    await submitIn(140);
    await Promise.all([notifyOfDueStatements(now), notifyOfDueStatements(now)]);
    expect(await mailsTo("statement-due")).toEqual([form.owner.email]);
    const [notification] = await Notification.findAll({ where: { type: "statementDue" } });
    expect(notification?.count).toBe(2);
    expect(describeNotification(notification as Notification, "UTC").href).toBe(
      `/dashboard/statements?platform=${platformId}`,
    );
    const hoursOn = (hours: number) => new Date(now.getTime() + hours * HOUR);
    await notifyOfDueStatements(hoursOn(91));
    expect(await mailsTo("statement-due")).toHaveLength(1);
    await notifyOfDueStatements(hoursOn(93));
    expect(await mailsTo("statement-due")).toHaveLength(2);
    await prefer(form.owner, "statementDue", false, false);
    await submitIn(240);
    await notifyOfDueStatements(hoursOn(200));
    expect(await mailsTo("statement-due")).toHaveLength(2);
    // The warning of 24 hours still comes.
    await warnOfExpiry(hoursOn(24));
    expect(await DomainEvent.count({ where: { type: "claims.expiring" } })).toBe(1);
  });
});

describe("product news", () => {
  const input = { title: "Teams", summary: "Invite people.", url: null, category: "Product" };
  const newAdmin = async () => ({ user: await createOwner({ role: "admin" }), ip: null });
  const announce = () => newsAnnouncements.run(() => false);
  const findNotified = async (title: string) =>
    (await Notification.findAll({ where: { type: "newsPublished", workspaceId: null } }))
      .filter(({ payload }) => JSON.parse(payload).title === title)
      .map(({ userId }) => userId);

  test("product news reach subscribed accounts once, by their preferences, and changes are not announced", async () => {
    const actor = await newAdmin();
    const [mailed, shown, left] = [await createOwner(), await createOwner(), await createOwner()];
    await prefer(mailed, "productNews", true, false);
    await prefer(shown, "productNews", false, true);
    await prefer(left, "productNews", true, true);
    await left.update({ isActive: false });
    const { id } = await createOwnNews({ actor, input });
    while (await announce());
    await updateOwnNews({ actor, id, input: { ...input, title: "Teams are here" } });
    while (await announce());
    expect(await findNotified("Teams")).toEqual([shown.id]);
    expect(await mailsTo("product-news")).toEqual([mailed.email]);
    expect(await findNotified("Teams are here")).toEqual([]);
    const reader = { userId: shown.id, workspace: shown.workspace };
    const query = { page: 1, limit: 20, kind: undefined, state: undefined };
    expect((await listNotifications({ ...reader, query })).notifications).toMatchObject([
      { kind: "productNews", title: "Teams", text: "Invite people.", href: "/dashboard/news" },
    ]);
  });

  test("product news are told once where several processes do it, in batches, and one of them has died", async () => {
    const actor = await newAdmin();
    const { notificationPreferences: _, ...wanting } = (await createOwner()).get({ plain: true });
    const row = (index: number) => ({
      ...wanting,
      id: newId(),
      username: `reader${index}`,
      usernameKey: `reader${index}`,
      email: `reader${index}@example.com`,
      emailKey: `reader${index}@example.com`,
      notificationPreferences: JSON.stringify({ productNews: { email: true, inApp: true } }),
    });
    const readers = await User.bulkCreate(Array.from({ length: 250 }, (_, index) => row(index)));
    await createOwnNews({ actor, input });
    const { id } = await NewsAnnouncement.findOne({ rejectOnEmpty: true });
    const [dead] = await claimDue(NewsAnnouncement, { id: [id], state: "queued" });
    expect(await NewsAnnouncement.findOne()).toMatchObject({ leaseToken: dead?.token });
    await NewsAnnouncement.update({ dueAt: new Date(0) }, { where: {} });
    const others = Promise.all(Array.from({ length: 4 }, announce));
    // The one that was taken for dead goes on meanwhile.
    await Promise.all([others, notifyOfNews(dead as Lease, () => false)]);
    while (await announce());
    expect((await findNotified("Teams")).sort()).toEqual(readers.map(({ id }) => id).sort());
    expect(new Set(await mailsTo("product-news")).size).toBe(250);
    expect(await Mail.count({ where: { kind: "product-news" } })).toBe(250);
    expect(await NewsAnnouncement.findAll()).toMatchObject([{ id, state: "done", leaseToken: null }]);
  });

  test("a deleted news item is announced to nobody else", async () => {
    const actor = await newAdmin();
    await prefer(form.owner, "productNews", true, true);
    const { id } = await createOwnNews({ actor, input });
    await deleteOwnNews({ actor, id });
    while (await announce());
    expect([await findNotified("Teams"), await mailsTo("product-news")]).toEqual([[], []]);
  });

  test("product news come from administrators only, also if the role is lost meanwhile", async () => {
    const actor = await newAdmin();
    await User.update({ role: "user" }, { where: { id: actor.user.id } });
    await expect(createOwnNews({ actor, input })).rejects.toThrow(NotFound);
    expect([await NewsItem.count(), await NewsAnnouncement.count(), await AuditEntry.count()]).toEqual([
      0, 0, 0,
    ]);
  });
});

describe("weekly summary", () => {
  /** Monday, 8:30 in Madrid. */
  const monday = new Date("2026-11-23T07:30:00.000Z");
  const lastWeek = new Date("2026-11-18T12:00:00.000Z");

  beforeEach(async () => {
    await form.owner.workspace.update({ timeZone: "Europe/Madrid" });
  });

  test("the weekly summary is sent once, however many processes run, on Monday by the workspace's clock", async () => {
    await submitForm(form, { now: lastWeek });
    await sendWeeklySummaries(new Date("2026-11-23T06:30:00.000Z"));
    expect(await WeeklySummary.count()).toBe(0);
    await Promise.all([sendWeeklySummaries(monday), sendWeeklySummaries(monday)]);
    await sendWeeklySummaries(new Date(monday.getTime() + DAY));
    expect(await mailsTo("weekly-summary")).toEqual([form.owner.email]);
    await sendWeeklySummaries(new Date(monday.getTime() + 3 * DAY));
    expect(await WeeklySummary.findAll()).toMatchObject([{ week: "2026-11-23" }]);
  });

  test("the weekly summary is not sent if there is nothing to say", async () => {
    await sendWeeklySummaries(monday);
    expect([await WeeklySummary.count(), await Mail.count()]).toEqual([1, 0]);
  });
});

test("marking all as read leaves what its reader has not seen", async () => {
  const reader = { userId: form.owner.id, workspace: form.owner.workspace };
  const unread = () => countUnread(form.owner.id, form.owner.workspace.id);
  const groups = (first: number) =>
    Array.from({ length: 5 }, (_, index) => new Date(Date.now() - (first + index) * HOUR));
  for (const at of groups(0)) await fail(at);
  const until = new Date((await Notification.max("updatedAt")) as string);
  while (Date.now() <= until.getTime());
  await Promise.all([...groups(10).map((at) => fail(at)), readAllNotifications({ ...reader, until })]);
  expect(await unread()).toBe(5);
  await readAllNotifications(reader);
  expect(await unread()).toBe(0);
});

test("notifications of more than ninety days ago are deleted", async () => {
  await fail();
  const [row] = await Notification.findAll();
  const { id: _, ...values } = (row as Notification).get({ plain: true });
  await Notification.create({ ...values, id: "018f0000-0000-7000-8000-000000000000", groupKey: "old" });
  expect(await deleteOldRows("old notifications")).toBe(false);
  expect((await Notification.findAll()).map(({ id }) => id)).toEqual([row?.id]);
});
