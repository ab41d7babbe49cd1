import { messages } from "#app/schemas/messages/index.ts";
import { createMember, createOwner } from "../../factories/index.ts";
import { newBotToken } from "../../support/telegram.ts";
import { errorSummary, seen } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

const sentences = messages.telegram;

test("an owner connects a bot, checks it, and disconnects it after reading what ends", async ({
  page,
  signedInAs,
}) => {
  await signedInAs(await createOwner());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/dashboard/integrations");
  await page.getByRole("link", { name: "Connect a bot" }).click();
  await expect(page.getByText("/newbot")).toBeVisible();
  const token = newBotToken();
  const connect = page.getByRole("button", { name: "Connect the bot" });
  await page.getByLabel("Token", { exact: true }).fill("not a token");
  await connect.click();
  await expect(errorSummary(page)).toContainText(sentences.tokenShape);
  await expect(page.getByLabel("Token", { exact: true })).toHaveValue("");
  await page.getByLabel("Token", { exact: true }).fill(`Use this token: ${token}`);
  await seen(page.getByText(sentences.connected), () => connect.click());
  await expect(page.getByRole("heading", { name: /^Your bot @/ })).toBeVisible();
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText("All checks passed.")).toBeVisible();
  await page.getByRole("heading", { name: "Replace the token" }).click();
  await expect(page.getByLabel("Token", { exact: true })).toHaveValue("");
  await page.getByRole("heading", { name: "Disconnect" }).click();
  await expect(page.getByText("The bot answers nobody any more")).toBeVisible();
  const disconnect = page.getByRole("button", { name: /^Disconnect @/ });
  await seen(page.getByText(sentences.disconnected), () => disconnect.click());
  await expect(page.getByRole("button", { name: "Connect the bot" })).toBeVisible();
});

test("a manager sees that only owners connect a bot", async ({ page, signedInAs }) => {
  await signedInAs(await createMember(await createOwner(), "manager"));
  await page.goto("/dashboard/integrations/telegram");
  await expect(page.getByText("No bot is connected. Only owners connect one.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Connect / })).toBeHidden();
});
