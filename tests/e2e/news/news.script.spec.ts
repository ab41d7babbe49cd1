import { messages } from "#app/schemas/messages/index.ts";
import { createOwner } from "../../factories/index.ts";
import { expect, test } from "../support/test.ts";

test.use({ foreseen: [/Failed to fetch news|503/] });

test("the news page fetches the news again every 15 minutes, and keeps the last ones when that fails", {
  tag: "@audit",
}, async ({ page, signedInAs }) => {
  await signedInAs(await createOwner());
  await page.clock.install();
  await page.goto("/dashboard/news");
  await expect(page.getByRole("heading", { name: "Work as a team" })).toBeVisible();
  const again = page.waitForRequest("**/api/news");
  let respond = () => {};
  const released = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route("**/api/news", async (route) => {
    await released;
    await route.continue();
  });
  await page.clock.fastForward("15:00");
  await expect(page.getByText("Refreshing the news…")).toBeVisible();
  respond();
  await (await again).response();
  await expect(page.getByText("Refreshing the news…")).toBeHidden();
  await page.route("**/api/news", (route) => route.fulfill({ status: 503, body: "" }));
  await page.clock.fastForward("15:00");
  // The product's own client tries a failed GET three times more, a second apart at first.
  await page.clock.runFor("00:10");
  await expect(page.getByText(messages.loading.news)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Work as a team" })).toBeVisible();
});
