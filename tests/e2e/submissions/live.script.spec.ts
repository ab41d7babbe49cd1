import { createForm, submitForm } from "../../factories/index.ts";
import { expect, test } from "../support/test.ts";

test("a claim that comes in is offered in every open tab, and shown only then", async ({
  inbox,
  page,
  context,
  signedInAs,
}) => {
  const form = await createForm();
  const { email } = await submitForm(form);
  await signedInAs(form.owner);
  const streams: string[] = [];
  context.on("request", (request) => {
    if (request.resourceType() === "eventsource") streams.push(request.url());
  });
  const response = page.waitForResponse("**/dashboard/live");
  await inbox.open();
  await response;
  const other = await context.newPage();
  await other.goto("/dashboard/submissions");
  // Its key is shown once the tab listens.
  await expect(other.locator("summary", { hasText: /^Options\s*\?/ })).toBeVisible();

  const { email: newcomer } = await submitForm(form);

  for (const tab of [page, other]) {
    await expect(tab.getByRole("button", { name: "Show 1 new claim" })).toBeVisible();
    await expect(tab.getByRole("table")).not.toContainText(newcomer);
  }
  expect(streams).toHaveLength(1);
  await page.getByRole("button", { name: "Show 1 new claim" }).click();
  await expect(inbox.people).toHaveText([email, newcomer]);
});
