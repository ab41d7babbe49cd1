import type { Page } from "@playwright/test";
import { connectMeta, createOwner } from "../../factories/index.ts";
import { expect, test } from "../support/test.ts";

const url = "/api/user/integrations";
const refused = (page: Page) =>
  page.getByRole("navigation", { name: "Dashboard", exact: true }).getByText("1 open");

test("the integration is read at the event integration-updated, not with the page that brings it", {
  tag: "@audit",
}, async ({ page, signedInAs }) => {
  const owner = await createOwner();
  await signedInAs(owner);
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().endsWith(url)) calls += 1;
  });
  await page.goto("/dashboard/settings/account");
  await page.getByRole("link", { name: "Security", exact: true }).click();
  await expect(page).toHaveURL(/security$/);
  expect(calls).toBe(0);

  const connection = await connectMeta(owner);
  await connection.update({ status: "invalid" });
  await page.evaluate(() => window.dispatchEvent(new Event("integration-updated")));
  await expect(refused(page)).toBeVisible();
  expect(calls).toBe(1);
});

test.describe("refused call for the integration", () => {
  test.use({ foreseen: [/403/] });

  test("a refused call clears the integration without a message, and is not repeated", {
    tag: "@audit",
  }, async ({ page, signedInAs }) => {
    const owner = await createOwner();
    await (await connectMeta(owner)).update({ status: "invalid" });
    await signedInAs(owner);
    await page.goto("/dashboard/integrations");
    await expect(refused(page)).toBeVisible();
    const connected = page.getByRole("link", { name: "Reconnect Meta" });
    await expect(connected).toBeVisible();

    let calls = 0;
    await page.route(`**${url}`, (route) => {
      calls += 1;
      return route.fulfill({ status: 403, headers: { "x-request-id": "test" }, json: { error: "no" } });
    });
    const warned = page.waitForEvent("console", (line) => line.text().includes("403"));
    await page.evaluate(() => window.dispatchEvent(new Event("integration-updated")));
    await warned;
    await expect(refused(page)).toBeHidden();
    expect(calls).toBe(1);
    // The page shows none either, until a call succeeds.
    await expect(connected).toBeHidden();
    await expect(page.getByRole("link", { name: "Connect Meta" })).toBeVisible();
    await page.unroute(`**${url}`);
    await page.evaluate(() => window.dispatchEvent(new Event("integration-updated")));
    await expect(connected).toBeVisible();
  });
});
