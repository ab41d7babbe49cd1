import { messages } from "#app/schemas/messages/index.ts";
import { createForm, submitForm } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { expect, test } from "../support/test.ts";

test("the bell counts what comes in while a page is open, and what was read elsewhere", async ({
  page,
  context,
  signedInAs,
}) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.goto("/dashboard/overview");
  const bell = page.getByRole("banner").getByRole("link", { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName("Notifications");
  await submitForm(form);
  await expect(bell).toHaveAccessibleName("Notifications 1 unread");

  const other = await context.newPage();
  await other.goto("/dashboard/notifications");
  await other.getByRole("button", { name: /^Mark as read/ }).click();
  await expect(other.getByRole("banner").getByRole("link", { name: /^Notifications/ })).toHaveAccessibleName(
    "Notifications",
  );
  await page.bringToFront();
  await expect(bell).toHaveAccessibleName("Notifications");
});

test("the page of notifications offers those that come in, and the focus stays with who reads them", async ({
  page,
  signedInAs,
}) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.goto("/dashboard/notifications");
  await submitForm(form);
  await page.getByRole("button", { name: "Show 1 new notification" }).click();
  await expect(page.getByText("(unread)")).toHaveCount(1);
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(page.getByText("(unread)")).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
});

test("marking a notification as read leaves the focus at its link", async ({ page, signedInAs }) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.goto("/dashboard/notifications");
  await submitForm(form);
  await page.getByRole("button", { name: "Show 1 new notification" }).click();
  await page.getByRole("button", { name: /^Mark as read/ }).click();
  await expect(page.getByRole("button", { name: /^Mark as read/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "1 new claim" })).toBeFocused();
});

test("the message of an action is shown also when a live change arrives before its page", async ({
  page,
  inbox,
  signedInAs,
}) => {
  const form = await createForm();
  await submitForm(form);
  await signedInAs(form.owner);
  const readAll = page.getByRole("button", { name: "Mark all as read" });
  await eventually(async () => {
    await page.goto("/dashboard/notifications");
    await expect(readAll).toBeVisible({ timeout: 100 });
  });
  // The page's response is held until the page has heard what another tab's stream tells.
  await page.evaluate(() => {
    const send = window.fetch;
    window.fetch = async (input, init) => {
      const response = await send(input, init);
      if (!String(input).includes("/dashboard/notifications.data") || init?.method === "POST")
        return response;
      window.fetch = send;
      const heard = new BroadcastChannel("attesto-live");
      const isHeard = new Promise((resolve) => {
        heard.onmessage = resolve;
      });
      new BroadcastChannel("attesto-live").postMessage({ unread: 0, at: Date.now() });
      await isHeard;
      return response;
    };
  });
  await readAll.click();
  await expect(inbox.flash(messages.notifications.allRead)).toBeVisible();
});
