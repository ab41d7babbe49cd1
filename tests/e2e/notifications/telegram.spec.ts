import { inTransaction } from "#app/database/connection.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { linkDeskChat } from "#app/services/telegram/desk/link-chat.server.ts";
import { createOwner } from "../../factories/index.ts";
import { createBot } from "../../support/telegram.ts";
import { codeOf } from "../../support/telegram-desk.ts";
import { expect, test } from "../support/test.ts";

test("a member links a chat with the workspace's bot, sees it in the settings, and unlinks it", async ({
  page,
  inbox,
  signedInAs,
}) => {
  const owner = await createOwner();
  const bot = await createBot(owner);
  await signedInAs(owner);
  await page.goto(paths.settings({ section: "notifications" }));
  await page.getByRole("button", { name: "Link a chat" }).click();
  const link = page.getByRole("link", { name: "Open Telegram" });
  await expect(link).toHaveAttribute("href", new RegExp(`/${bot.username}\\?start=m-`));
  const code = codeOf((await link.getAttribute("href")) ?? "");
  const chat = { id: "4711", isGroup: false, title: null };
  await inTransaction((transaction) => linkDeskChat({ bot, code, chat }, transaction));
  await page.getByRole("button", { name: "Show it in a group" }).click();
  await expect(page.getByRole("link", { name: "Choose the group in Telegram" })).toBeVisible();
  await expect(page.getByText("linked since")).toBeVisible();
  await page.getByRole("button", { name: "Unlink Your chat" }).click();
  await expect(inbox.flash(messages.telegramDesk.unlinked)).toBeVisible();
  await expect(page.getByRole("button", { name: "Link a chat" })).toBeVisible();
});

test("new claims are switched off for Telegram alone, and without a bot the settings say what is missing", async ({
  page,
  inbox,
  signedInAs,
}) => {
  await signedInAs(await createOwner());
  await page.goto(paths.settings({ section: "notifications" }));
  await expect(page.getByText(messages.telegramDesk.noBot)).toBeVisible();
  const inTelegram = page.getByRole("checkbox", { name: "New claim in Telegram" });
  await expect(inTelegram).toBeChecked();
  await inTelegram.uncheck();
  await page.getByRole("button", { name: "Save notifications" }).click();
  await expect(inbox.flash(messages.notifications.updated)).toBeVisible();
  await expect(inTelegram).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "New claim here" })).toBeChecked();
});
