import { Connection } from "#app/models/index.server.ts";
import { createOwner } from "../../factories/index.ts";
import { expect, test } from "../support/test.ts";

test("an owner connects Meta, chooses the pixel, tests it and disconnects it", async ({
  page,
  signedInAs,
}) => {
  const owner = await createOwner();
  await signedInAs(owner);
  await page.goto("/dashboard/overview");
  await page.goto("/dashboard/integrations");
  await page.getByRole("link", { name: "Connect Meta" }).click();

  await page.getByLabel("Access token").fill("sandbox-token");
  await page.getByRole("button", { name: "Connect Meta" }).click();
  await page
    .getByRole("combobox", { name: "Pixel" })
    .selectOption({ label: "Sandbox pixel 0004 (1000000000000004)" });
  await page.getByRole("button", { name: "Use this pixel" }).click();
  await expect(page.getByText("Meta is connected.").first()).toBeVisible();
  await expect(page.getByText("Pixel Sandbox pixel 0004, ends in 0004")).toBeVisible();

  await page.locator("#test-event-testEventCode").fill("TEST123");
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByText("Meta accepted the test event.")).toBeVisible();

  await page.getByText("Advanced", { exact: true }).click();
  await page.locator("#start-test-mode-testEventCode").fill("TEST123");
  await page.getByRole("button", { name: "Start test mode" }).click();
  await expect(page.getByRole("banner").getByText("Test mode")).toBeVisible();
  await page.getByRole("button", { name: "End test mode now" }).click();
  await expect(page.getByRole("banner").getByText("Test mode")).toBeHidden();

  await page.getByText("Advanced", { exact: true }).click();
  await page.getByText("Disconnect Meta…").click();
  await page.getByRole("button", { name: "Disconnect Meta" }).click();
  await expect(page.getByRole("heading", { name: "Connect Meta", exact: true })).toBeVisible();
  expect(await Connection.count({ where: { workspaceId: owner.workspace.id } })).toBe(0);
});
