import { afterEach, beforeEach, describe, expect, test } from "vitest";
import webPush from "web-push";
import { deleteEndedSubscriptions } from "#app/jobs/retentions.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { encrypt } from "#app/lib/secrets.server.ts";
import { Notification, PushMark, PushSubscription, Session } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createOwner, type Owner, signInAs } from "../../factories/index.ts";
import { type PushServer, startPushServer } from "../../servers/push.ts";
import { eventually } from "../../support/eventually.ts";
import { readFlash } from "../../support/flash.ts";
import { serveSite } from "../../support/site.ts";

const keys = webPush.generateVAPIDKeys();
const site = serveSite({ VAPID_PUBLIC_KEY: keys.publicKey, VAPID_PRIVATE_KEY: keys.privateKey });
const page = paths.settings({ section: "notifications" });
const headers = { "sec-fetch-site": "same-origin" };

let push: PushServer;
let owner: Owner;
let session: Awaited<ReturnType<typeof signInAs>>;
beforeEach(async () => {
  push = await startPushServer();
  owner = await createOwner();
  session = await signInAs(owner);
});
afterEach(() => push.close());

const post = (form: Record<string, string>, { cookie } = session) =>
  site.send(page, { cookie, headers, form });

async function subscribe(): Promise<PushSubscription> {
  const response = await post({ intent: "push-on", ...push.subscription });
  expect(response.status).toBe(303);
  expect(readFlash(response)).toContain(messages.notifications.pushOn);
  return PushSubscription.findOne({ where: { userId: owner.id }, rejectOnEmpty: true });
}

/** What happens that the owner is told of. */
const createKey = (name: string) =>
  site.send("/api/user/api-keys", { token: session.token, json: { name, scopes: ["stats:read"] } });

test("a key that no message can be encrypted for is refused", async () => {
  const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString("base64url");
  const refused = await post({ intent: "push-on", ...push.subscription, p256dh });
  expect([refused.status, await PushSubscription.count()]).toEqual([400, 0]);
});

describe("browser that subscribed", () => {
  test("a browser that subscribed is shown what its user is told, encrypted and signed", async () => {
    const { subscription } = await subscribe();
    expect(subscription).not.toContain("127.0.0.1");
    await createKey("Reports");
    const [{ headers: sent, message }] = await eventually(() => {
      expect(push.received).toHaveLength(1);
      return push.received as [PushServer["received"][number]];
    });
    expect(sent).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400" });
    expect(sent.authorization).toContain(`k=${keys.publicKey}`);
    expect(message).toEqual({
      title: "A new API key was created",
      body: "Reports. If this wasn't you, revoke it.",
      url: "/dashboard/settings/api-keys",
    });
  });

  test.each([404, 410])(
    "a browser that subscribed is forgotten once its push service answers %i",
    async (status) => {
      await subscribe();
      push.answer(status);
      await createKey("Reports");
      await eventually(async () => expect(await PushSubscription.count()).toBe(0));
    },
  );

  test("a browser that subscribed is tried again while its push service is busy", async () => {
    const row = await subscribe();
    push.answer(503);
    await createKey("Reports");
    await eventually(async () =>
      expect(await row.reload()).toMatchObject({ state: "queued", lastError: "HTTP_503", leaseToken: null }),
    );
    push.answer(201);
    await row.update({ dueAt: new Date() });
    await eventually(async () => expect((await row.reload()).state).toBe("idle"));
    expect(push.received).toHaveLength(2);
  });

  test("a browser that subscribed is told in the next message of what happens while one is under way", async () => {
    const row = await subscribe();
    const release = push.hold();
    await createKey("Reports");
    await eventually(() => expect(push.received).toHaveLength(1));
    await createKey("Spend");
    release();
    await eventually(() => expect(push.received.map(({ message }) => message.body)).toHaveLength(2));
    expect(push.received[1]?.message.body).toContain("Spend");
    await eventually(async () => expect((await row.reload()).state).toBe("idle"));
    expect(await PushMark.count()).toBe(0);
  });

  test("a browser that subscribed is told of what committed after a later message, and of nothing twice", async () => {
    const row = await subscribe();
    await createKey("Reports");
    await eventually(async () => expect((await row.reload()).state).toBe("idle"));
    await createKey("Spend");
    await eventually(async () => expect((await row.reload()).state).toBe("idle"));
    const first = await Notification.findOne({ where: { userId: owner.id }, order: [["id", "ASC"]] });
    await PushMark.create({ subscriptionId: row.id, notificationId: first?.id ?? "", token: newId() });
    await row.update({ state: "queued", dueAt: new Date() });
    await eventually(() => expect(push.received).toHaveLength(3));
    await eventually(async () => expect((await row.reload()).state).toBe("idle"));
    await row.update({ state: "queued", dueAt: new Date() });
    await eventually(async () => expect((await row.reload()).state).toBe("idle"));
    expect(push.received.map(({ message }) => message.body.split(".")[0])).toEqual([
      "Reports",
      "Spend",
      "Reports",
    ]);
  });

  test("a browser that subscribed is told nothing once its session has ended", async () => {
    await subscribe();
    await Session.update({ endedAt: new Date() }, { where: { id: session.sessionId } });
    session = await signInAs(owner);
    await createKey("Reports");
    await eventually(async () => expect(await PushSubscription.count()).toBe(0));
    expect(push.received).toEqual([]);
  });

  test("a browser that subscribed is forgotten once its session has ended, also if nothing happens any more", async () => {
    await subscribe();
    await deleteEndedSubscriptions();
    expect(await PushSubscription.count()).toBe(1);
    await deleteEndedSubscriptions(new Date(Date.now() + 31 * DAY));
    expect(await PushSubscription.count()).toBe(0);
    await subscribe();
    await Session.update({ endedAt: new Date() }, { where: { id: session.sessionId } });
    await deleteEndedSubscriptions();
    expect(await PushSubscription.count()).toBe(0);
  });

  test("a browser that subscribed is listed, and turned off by its user only", async () => {
    const { id } = await subscribe();
    expect((await site.send(page, { cookie: session.cookie })).text).toContain("this browser");
    const off = { intent: "push-off", subscriptionId: id };
    await post(off, await signInAs(await createOwner()));
    expect(await PushSubscription.count()).toBe(1);
    expect(readFlash(await post(off))).toContain(messages.notifications.pushOff);
    expect(await PushSubscription.count()).toBe(0);
  });
});

test.each(["http://10.0.0.7/push", "https://user:secret@push.example/one"])(
  "a browser that subscribed with %s in an earlier version is forgotten, and nothing is sent",
  async (endpoint) => {
    const row = await subscribe();
    const { p256dh, auth } = push.subscription;
    const stored = JSON.stringify({ endpoint, keys: { p256dh, auth } });
    await row.update({ subscription: encrypt(stored, row.id) });
    await createKey("Reports");
    await eventually(async () => expect(await PushSubscription.count()).toBe(0));
    expect(push.received).toEqual([]);
  },
);

const NO_PUSH_SERVICES = [
  "javascript:alert(1)",
  "http://push.example/one",
  "https://user:secret@push.example/one",
  "https://127.0.0.2/push",
  "https://169.254.169.254/latest",
  "https://[::1]/push",
  "https://intranet/push",
].map((endpoint) => ({ endpoint }));

test.each([...NO_PUSH_SERVICES, { p256dh: "short" }, { auth: "short" }])(
  "a subscription with %j is refused",
  async (changes) => {
    const response = await post({ intent: "push-on", ...push.subscription, ...changes });
    expect([response.status, await PushSubscription.count()]).toEqual([400, 0]);
    if ("endpoint" in changes)
      expect(response.text).toContain(messages.notifications.pushRefused.replaceAll("'", "&#x27;"));
  },
);
