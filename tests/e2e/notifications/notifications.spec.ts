import { messages } from "#app/schemas/messages/index.ts";
import { createForm, submitForm } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { expect, test } from "../support/test.ts";

test("notifications lead to what they are about, and are marked as read", async ({
  page,
  inbox,
  signedInAs,
}) => {
  const form = await createForm();
  const { email } = await submitForm(form);
  await signedInAs(form.owner);
  const bell = page.getByRole("banner").getByRole("link", { name: /^Notifications/ });
  await eventually(async () => {
    await page.goto("/dashboard/overview");
    await expect(bell).toHaveAccessibleName("Notifications 1 unread", { timeout: 100 });
  });
  await bell.click();
  await expect(page.getByRole("heading", { name: "Notifications", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(inbox.flash(messages.notifications.allRead)).toBeVisible();
  await expect(bell).toHaveAccessibleName("Notifications");
  await page.getByRole("link", { name: "1 new claim" }).click();
  await expect(page.getByRole("complementary").or(page.getByRole("main"))).toContainText(email);
  await page.goto("/dashboard/notifications?kind=security&state=unread");
  await expect(page.getByRole("heading", { name: "No notifications match" })).toBeVisible();
});
