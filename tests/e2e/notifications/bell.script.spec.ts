import { createForm, submitForm } from "../../factories/index.ts";
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
