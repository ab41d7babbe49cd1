import { expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { deleteOldRows } from "#app/jobs/retentions.server.ts";
import { DAY } from "#app/lib/dates.ts";
import type { DomainError } from "#app/lib/errors.ts";
import { firstIdAt, newId } from "#app/lib/ids.ts";
import { newToken, sha256 } from "#app/lib/random.server.ts";
import { TelegramBot, TelegramUpdate, User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { receiveUpdate } from "#app/services/telegram/updates/receive-update.server.ts";
import { storeUpdates } from "#app/services/telegram/updates/store-updates.server.ts";
import { createOwner } from "../../factories/index.ts";
import { createBot } from "../../support/telegram.ts";

const message = (updateId: number, from: number, text = "hello") => ({
  update_id: updateId,
  message: { message_id: 1, date: 1, chat: { id: from, type: "private" }, from: { id: from }, text },
});

async function setUp() {
  const owner = await createOwner();
  const secret = newToken();
  const bot = await createBot(owner, { receives: "webhook", secretHash: sha256(secret) });
  const receive = (sent: unknown, more: Partial<Parameters<typeof receiveUpdate>[0]> = {}) =>
    receiveUpdate({ botId: bot.id, secret, body: Buffer.from(JSON.stringify(sent)), ...more });
  const stored = () =>
    TelegramUpdate.findAll({ where: { botId: bot.id }, order: [["updateId", "ASC"]], raw: true });
  return { owner, bot, receive, stored };
}

const statusOf = (call: Promise<void>) =>
  call.then(
    () => 200,
    (error: DomainError) => [error.status, error.message],
  );

test("an update becomes one row, whose it is and as it was sent, however often and in which order it comes", async () => {
  const { bot, receive, stored } = await setUp();
  const pressed = { update_id: 7, callback_query: { id: "1", from: { id: 6_000_000_001 }, data: "ok" } };
  await Promise.all([receive(message(9, 5)), receive(pressed), receive(message(9, 5, "forged"))]);
  await receive(pressed);
  await receive({ update_id: 3, chat_join_request: { chat: { id: -100 }, from: { id: 8 } } });
  await receive({ update_id: 4, message: { message_id: 1, chat: { id: -100 } } });
  const rows = await stored();
  expect(rows.map(({ updateId, person, state }) => [updateId, person, state])).toEqual([
    [3, "8", "new"],
    [4, null, "new"],
    [7, "6000000001", "new"],
    [9, "5", "new"],
  ]);
  expect(JSON.parse(rows[2]?.body ?? "")).toEqual(pressed);
  expect(rows[0]?.workspaceId).toBe(bot.workspaceId);
  const { lastUpdateAt } = await bot.reload();
  expect(Date.now() - +(lastUpdateAt ?? 0)).toBeLessThan(10_000);
  await receive(message(10, 5));
  expect((await bot.reload()).lastUpdateAt).toEqual(lastUpdateAt);
});

test("who comes in or leaves is the one whose update it is, whoever lets them in or removes them", async () => {
  const { receive, stored } = await setUp();
  const member = { status: "member", user: { id: 6_000_000_002 } };
  await receive({
    update_id: 1,
    chat_member: { chat: { id: -100 }, from: { id: 7 }, new_chat_member: member },
  });
  await receive({
    update_id: 2,
    my_chat_member: { chat: { id: 8 }, from: { id: 8 }, new_chat_member: member },
  });
  expect((await stored()).map(({ person }) => person)).toEqual(["6000000002", "8"]);
});

test("a wrong secret, none, and an unknown bot are refused alike, and store nothing", async () => {
  const { bot, receive, stored } = await setUp();
  const refused = [401, messages.telegram.updateRefused];
  expect(await statusOf(receive(message(1, 5), { secret: newToken() }))).toEqual(refused);
  expect(await statusOf(receive(message(1, 5), { secret: null }))).toEqual(refused);
  expect(await statusOf(receive(message(1, 5), { secret: "" }))).toEqual(refused);
  expect(await statusOf(receive(message(1, 5), { botId: newId() }))).toEqual(refused);
  expect(await statusOf(receive(message(1, 5), { botId: "'; --" }))).toEqual(refused);
  await bot.update({ secretHash: null });
  expect(await statusOf(receive(message(1, 5)))).toEqual(refused);
  expect(await stored()).toEqual([]);
});

test("what is no update, or one that nobody asked for, is taken and not stored", async () => {
  const { receive, stored } = await setUp();
  for (const sent of [null, [], {}, { update_id: "1" }, { update_id: 1.5, message: {} }, { message: {} }])
    expect(await statusOf(receive(sent))).toBe(200);
  for (const type of ["poll", "channel_post", "edited_channel_post"])
    expect(await statusOf(receive({ update_id: 1, [type]: { id: 1 } }))).toBe(200);
  for (const body of [null, Buffer.from("{"), Buffer.from([0xff, 0xfe]), Buffer.alloc(0)])
    expect(await statusOf(receive({}, { body }))).toBe(200);
  expect(await stored()).toEqual([]);
  await receive({ update_id: 1, message: { from: { id: "six" }, text: "\u0000\ud800" } });
  expect((await stored()).map(({ person }) => person)).toEqual([null]);
});

test("a bot whose workspace has no active owner takes updates and stores none", async () => {
  const { owner, bot, receive, stored } = await setUp();
  await User.update({ isActive: false }, { where: { id: owner.id } });
  expect(await statusOf(receive(message(1, 5)))).toBe(200);
  expect(await stored()).toEqual([]);
  await User.update({ isActive: true }, { where: { id: owner.id } });
  await receive(message(1, 5));
  expect(await stored()).toHaveLength(1);
  await bot.destroy();
  expect(await TelegramUpdate.count({ where: { botId: bot.id } })).toBe(0);
});

test("a bot that is disconnected while an update arrives refuses it", async () => {
  const { bot, receive } = await setUp();
  await receive(message(1, 5));
  // Without a hook, so that what is kept in memory does not hear of it.
  await TelegramBot.destroy({ where: { id: bot.id }, hooks: false });
  expect(await statusOf(receive(message(2, 5)))).toEqual([401, messages.telegram.updateRefused]);
});

test("updates that were asked for are stored in the caller's transaction", async () => {
  const { bot, stored } = await setUp();
  const failed = inTransaction(async (transaction) => {
    await storeUpdates(bot, [message(1, 5)], transaction);
    throw new Error("killed");
  });
  await expect(failed).rejects.toThrow("killed");
  expect(await stored()).toEqual([]);
  const updates = [message(1, 5), message(2, 6), { update_id: 3, poll: {} }, message(1, 5)];
  for (let time = 0; time < 2; time++)
    await inTransaction((transaction) => storeUpdates(bot, updates, transaction));
  expect((await stored()).map(({ updateId }) => updateId)).toEqual([1, 2]);
});

test("an update goes two days after it was worked on, and a week after it came in any case", async () => {
  const { bot, stored } = await setUp();
  const { id: botId, workspaceId } = bot;
  const rows = [
    { days: 1, state: "done" },
    { days: 3, state: "done" },
    { days: 3, state: "new" },
    { days: 6, state: "failed" },
    { days: 8, state: "new" },
  ] as const;
  for (const [updateId, { days, state }] of rows.entries()) {
    const id = firstIdAt(new Date(Date.now() - days * DAY));
    const came = { id: id.slice(0, -1) + updateId, workspaceId, botId, updateId, attemptCount: 0 };
    await TelegramUpdate.create({ ...came, state });
  }
  await deleteOldRows("done Telegram updates");
  expect((await stored()).map(({ updateId }) => updateId)).toEqual([0, 2, 3, 4]);
  await deleteOldRows("old Telegram updates");
  expect((await stored()).map(({ updateId }) => updateId)).toEqual([0, 2, 3]);
});
