import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { newId } from "#app/lib/ids.ts";
import { Mail, Notification, Session, User } from "#app/models/index.server.ts";
import { readNotificationPreferences } from "#app/schemas/notifications.ts";
import { deleteAccount } from "#app/services/accounts/delete-account.server.ts";
import { notifyAccount, notifyMembers } from "#app/services/notifications/notify.server.ts";
import {
  addMember,
  connectMeta,
  createForm,
  createMember,
  createOwner,
  type Owner,
  signInAs,
  submitForm,
} from "../../factories/index.ts";
import { endArrivals } from "../../support/end-arrivals.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const headers = { "sec-fetch-site": "same-origin" };

let owner: Owner;
let session: Awaited<ReturnType<typeof signInAs>>;
beforeEach(async () => {
  owner = await createOwner();
  session = await signInAs(owner);
});

const notify = (count: number) =>
  inTransaction(async (transaction) => {
    for (let each = 0; each < count; each++)
      await notifyMembers(
        {
          workspaceId: owner.workspace.id,
          type: "connectionRefused",
          groupKey: newId(),
          payload: { adPlatform: "meta" },
          emailFor: ({ name }) => ({ kind: "deactivated", props: { name } }),
        },
        transaction,
      );
  });

const list = async (query = "", { token } = session) =>
  (await site.send(`/api/notifications${query}`, { token })).json;

describe("calls of /api/notifications", () => {
  test("each member lists and reads their own notifications", async () => {
    const colleague = await signInAs(await createMember(owner, "manager"));
    await notify(3);
    const { notifications, unread, pagination } = await list("?limit=2");
    expect([unread, pagination.total, pagination.pages]).toEqual([3, 3, 2]);
    expect(notifications[0]).toMatchObject({
      title: "Meta refuses your connection",
      href: "/dashboard/integrations/meta",
      readAt: null,
    });
    const address = `/api/notifications/${notifications[0].id}/read`;
    const read = () => site.send(address, { method: "PATCH", token: session.token });
    const { readAt } = (await read()).json.notification;
    expect((await read()).json.notification.readAt).toBe(readAt);
    expect((await site.send(address, { method: "PATCH", token: colleague.token })).status).toBe(404);
    expect((await list("?state=unread")).pagination.total).toBe(2);
    expect((await list("?kind=security")).pagination.total).toBe(0);
    const { json } = await site.send("/api/notifications/read-all", { method: "POST", token: session.token });
    expect(json).toEqual({ unread: 0 });
    expect((await list("", colleague)).unread).toBe(3);
  });

  test("the calls of /api/notifications show those of the chosen workspace and of the account", async () => {
    await notify(1);
    await inTransaction((transaction) =>
      notifyAccount({ userId: owner.id, type: "passwordChanged", payload: {} }, transaction),
    );
    const other = await createForm();
    const member = await createMember(other.owner, "owner");
    expect((await list()).unread).toBe(2);
    expect((await list("", await signInAs(member))).unread).toBe(0);
  });
});

test("a change of security is shown in the app, unless its owner switched that off", async () => {
  const create = () =>
    site.send("/api/user/api-keys", { token: session.token, json: { name: "One", scopes: ["stats:read"] } });
  await create();
  await User.update(
    { notificationPreferences: JSON.stringify({ security: { email: true, inApp: false } }) },
    { where: { id: owner.id } },
  );
  await create();
  expect((await list()).notifications).toMatchObject([{ type: "apiKeyCreated", kind: "security" }]);
  expect(await Mail.count({ where: { kind: "api-key-created" } })).toBe(2);
});

test("a claim that comes in is told in the app, and by email if its owner wants that", async () => {
  const form = await createForm();
  await User.update(
    { notificationPreferences: JSON.stringify({ newSubmission: { email: true, inApp: true } }) },
    { where: { id: form.owner.id } },
  );
  const { id } = await submitForm(form);
  const { subject, text } = await site.mail.latest(form.owner.email);
  expect(subject).toBe("A new claim came in");
  expect(text).toContain("1 claim waits to be checked");
  const { notifications } = await list("", await signInAs(form.owner));
  expect(notifications).toMatchObject([{ title: "1 new claim", href: `/dashboard/submissions?open=${id}` }]);
});

describe("email's unsubscribe link", () => {
  /** The headers of the email about a refused connection, and its link. */
  async function link() {
    const form = await createForm({ owner });
    await connectMeta(owner, { accessToken: "sandbox-expired" });
    await site.decide(session.token, (await submitForm(form)).id, { status: "handled" });
    const mail = await site.mail.latest(owner.email, /refuses/);
    const value = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? "";
    expect(value("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const url = new URL(value("list-unsubscribe").replace(/^<|>$/g, ""));
    expect(mail.text).toContain(url.href);
    return url.pathname + url.search;
  }
  const wantsEmail = async () =>
    readNotificationPreferences((await User.findByPk(owner.id))?.notificationPreferences ?? null)
      .deliveryFailed;

  test("an unsubscribe link works with one click of the mail program, which is not signed in", async () => {
    const address = await link();
    // Mail scanners open it.
    const { status, text } = await site.send(address);
    expect([status, (await wantsEmail()).email]).toEqual([200, true]);
    expect(text).toContain("Delivery failed");
    const answer = await site.send(address, { form: { "List-Unsubscribe": "One-Click" } });
    expect(answer.status).toBe(200);
    expect(await wantsEmail()).toEqual({ email: false, inApp: true, telegram: true });
  });

  test("an unsubscribe link works as mail programs send it: as multipart, and from a page of their own", async () => {
    const address = await link();
    const answer = await site.send(address, {
      body: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      headers: {
        "content-type": "multipart/form-data; boundary=x",
        origin: "https://mail.example",
        "sec-fetch-site": "cross-site",
      },
    });
    expect([answer.status, (await wantsEmail()).email]).toEqual([200, false]);
  });

  test("an unsubscribe link works by the button of its page", async () => {
    const address = await link();
    const answer = await site.send(address, { headers, form: { intent: "unsubscribe" } });
    expect(answer.text).toContain("You are unsubscribed");
    expect((await wantsEmail()).email).toBe(false);
  });

  test("a changed unsubscribe link is refused, and none is in an email about security", async () => {
    const address = await link();
    for (const wrong of [address.replace("deliveryFailed", "newSubmission"), "/unsubscribe", `${address}x`]) {
      const page = await site.send(wrong);
      expect([page.status, page.text.includes("This link doesn&#x27;t work")]).toEqual([404, true]);
      expect((await site.send(wrong, { form: { "List-Unsubscribe": "One-Click" } })).status).toBe(404);
    }
    expect((await wantsEmail()).email).toBe(true);
    await site.send("/api/user/api-keys", {
      token: session.token,
      json: { name: "One", scopes: ["stats:read"] },
    });
    const { headers: sent } = await site.mail.latest(owner.email, /API key/);
    expect(sent.some(({ key }) => key.startsWith("list-unsubscribe"))).toBe(false);
  });
});

test("an email to somebody with two workspaces names the one it is about, and its link opens it there", async () => {
  const other = await createOwner();
  await addMember(other, owner, "manager");
  await inTransaction((transaction) =>
    notifyMembers(
      {
        workspaceId: owner.workspace.id,
        type: "claimsExpiring",
        groupKey: newId(),
        payload: { hours: 5, firstAt: "2026-11-25T10:00:00.000Z" },
        emailFor: ({ name }) => ({
          kind: "claims-expiring",
          props: { name, count: 2, firstAt: "2026-11-25T10:00:00.000Z" },
        }),
      },
      transaction,
    ),
  );
  const subject = new RegExp(`^${owner.workspace.name}: 2 claims will soon expire`);
  const { text } = await site.mail.latest(owner.email, subject);
  const link = /(\/dashboard\/workspace\?\S+)/.exec(text ?? "")?.[1] ?? "";
  expect(link).not.toContain(owner.workspace.id);
  const { cookie, sessionId } = await signInAs(owner);
  await Session.update({ workspaceId: other.workspace.id }, { where: { id: sessionId } });
  const opened = await site.send(link, { cookie });
  expect([opened.status, opened.headers.get("location")]).toEqual([
    303,
    "/dashboard/submissions?status=pending&sort=sendBefore",
  ]);
  expect((await Session.findByPk(sessionId ?? ""))?.workspaceId).toBe(owner.workspace.id);
  const stranger = await signInAs(await createOwner());
  const refused = await site.send(link, { cookie: stranger.cookie });
  expect(refused.headers.get("location")).toBe("/dashboard/overview");
});

test("the page marks one as read, and all that it shows", async () => {
  await notify(2);
  const { cookie } = session;
  const page = "/dashboard/notifications";
  const { text } = await site.send(page, { cookie });
  expect(text).toMatch(/Notifications<\/span>\s*<span[^>]*>2<span/);
  const [first] = (await list()).notifications;
  const read = { intent: "read", id: first.id };
  expect((await site.send(page, { cookie, headers, form: read })).status).toBe(303);
  expect((await list()).unread).toBe(1);
  const until = /name="until" value="([^"]+)"/.exec(text)?.[1] ?? "";
  await notify(1);
  // On a list of one kind, only those of that kind.
  await site.send(page, { cookie, headers, form: { intent: "read-all", until, kind: "newSubmission" } });
  expect((await list()).unread).toBe(2);
  await site.send(page, { cookie, headers, form: { intent: "read-all", until } });
  expect((await list()).unread).toBe(1);
  const unknown = { intent: "read", id: newId() };
  expect((await site.send(page, { cookie, headers, form: unknown })).status).toBe(404);
});

test("notifications are in the account's export and go with the account", async () => {
  await notify(1);
  const { json } = await site.send("/api/user/export", { token: session.token });
  expect(json.notifications).toMatchObject([{ kind: "deliveryFailed", type: "connectionRefused" }]);
  await deleteAccount({ userId: owner.id });
  expect(await Notification.count()).toBe(0);
  await endArrivals();
  await eventually(async () => expect(await User.findByPk(owner.id)).toBeNull());
});

test("a published news item reaches who wants product news, in the app and by email", async () => {
  const productNews = { email: true, inApp: true };
  const { token } = session;
  await site.send("/api/user/notifications", { method: "PATCH", token, json: { productNews } });
  const { cookie } = await signInAs(await createOwner({ role: "admin" }));
  const url = "https://attesto.example/news/1";
  const form = { intent: "publish", title: "Maintenance on Sunday", summary: "", url, category: "Product" };
  expect((await site.send("/admin/news", { cookie, headers, form })).status).toBe(303);
  await eventually(async () =>
    expect(await list()).toMatchObject({
      unread: 1,
      notifications: [{ kind: "productNews", title: "Maintenance on Sunday", count: 1 }],
    }),
  );
  const { subject, text, headers: sent } = await site.mail.latest(owner.email);
  expect(subject).toBe("New at Attesto: Maintenance on Sunday");
  expect(text).toContain(url);
  expect(sent.map(({ key }) => key)).toContain("list-unsubscribe");
});
