import type { Page } from "@playwright/test";
import { PushSubscription as Subscription } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createOwner, signInAs } from "../../factories/index.ts";
import { type PushServer, startPushServer } from "../../servers/push.ts";
import { eventually } from "../../support/eventually.ts";
import { test as base, expect } from "../support/test.ts";

const SETTINGS = "/dashboard/settings/notifications";
const TURN_ON = { name: "Turn on in this browser" };

/** Headless Chromium always denies notifications, so the permission is replaced. */
const allowNotifications = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(Notification, "permission", { get: () => "granted" }));

/** As the browser does when its push service has a message. */
async function deliverPush(page: Page, message: object): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId);
    }),
  );
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
}

const test = base.extend<{ push: PushServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  push: async ({}, use) => {
    const push = await startPushServer();
    await use(push);
    await push.close();
  },
});

test("a push message is turned on, arrives, is shown by the worker and turned off", async ({
  page,
  context,
  request,
  inbox,
  push,
  signedInAs,
}) => {
  const owner = await createOwner();
  await signedInAs(owner);
  await allowNotifications(page);
  // Behind this browser is no push service: ours takes its place.
  await page.addInitScript(({ endpoint, ...keys }) => {
    PushManager.prototype.subscribe = async () =>
      ({ toJSON: () => ({ endpoint, keys }) }) as unknown as PushSubscription;
  }, push.subscription);
  await page.goto(SETTINGS);
  await page.getByRole("button", TURN_ON).click();
  await expect(inbox.flash(messages.notifications.pushOn)).toBeVisible();
  await expect(page.getByText("· this browser")).toBeVisible();

  const { token } = await signInAs(owner);
  await request.post("/api/user/api-keys", {
    headers: { authorization: `Bearer ${token}` },
    data: { name: "Reports", scopes: ["stats:read"] },
  });
  const message = await eventually(() => {
    const [first] = push.received;
    if (!first) throw new Error("Nothing was pushed.");
    return first.message;
  });
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("There is no service worker.");
  type Scope = { shown: object[]; registration: { showNotification: unknown } };
  await worker.evaluate(() => {
    const scope = self as unknown as Scope;
    scope.shown = [];
    scope.registration.showNotification = async (title: string, { body, data }: NotificationOptions) =>
      scope.shown.push({ title, body, data });
  });
  await deliverPush(page, message);
  await expect
    .poll(() => worker.evaluate(() => (self as unknown as Scope).shown))
    .toEqual([
      {
        title: "A new API key was created",
        body: "Reports. If this wasn't you, revoke it.",
        data: { url: "/dashboard/settings/api-keys" },
      },
    ]);

  await page.getByRole("button", { name: /^Turn off/ }).click();
  await expect(inbox.flash(messages.notifications.pushOff)).toBeVisible();
  expect(await Subscription.count({ where: { userId: owner.id } })).toBe(0);
});

test.describe("without a push service", () => {
  // Chromium's own line: the tests' browser is one of its incognito windows.
  test.use({ foreseen: [/does not support the Push API in incognito mode/] });

  test("a browser says that it can't show push messages", { tag: "@audit" }, async ({ page, signedInAs }) => {
    await signedInAs(await createOwner());
    await allowNotifications(page);
    await page.goto(SETTINGS);
    await page.getByRole("button", TURN_ON).click();
    await expect(page.getByText("This browser can't show push messages.")).toBeVisible();
  });
});

test("a browser that blocks notifications is told where to allow them", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  await signedInAs(await createOwner());
  await page.goto(SETTINGS);
  await expect(
    page.getByText("This browser blocks notifications. Allow them in its settings."),
  ).toBeVisible();
  await expect(page.getByRole("button", TURN_ON)).toHaveCount(0);
});
