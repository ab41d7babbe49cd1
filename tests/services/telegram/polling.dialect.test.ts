import { expect, test } from "vitest";
import { claimDue, findDue, type Lease } from "#app/database/leases.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { TelegramBot, TelegramUpdate, User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { sealToken } from "#app/services/telegram/bots/find-bot.server.ts";
import { workOnBot } from "#app/services/telegram/polling/work-on-bot.server.ts";
import { telegramVariables } from "#app/services/telegram/variables.server.ts";
import { createOwner } from "../../factories/index.ts";
import { startTestSandbox } from "../../support/start-for-test.ts";
import { createBot, newBotToken, telegramAt, telegramIdOf } from "../../support/telegram.ts";

const never = () => false;

async function setUp(values: Partial<TelegramBot> = {}) {
  const sandbox = await startTestSandbox();
  telegramVariables.apiUrl = sandbox.url;
  const telegram = telegramAt(() => sandbox);
  const owner = await createOwner();
  const token = newBotToken();
  await telegram.call(token, "getMe");
  const bot = await createBot(owner, { token, nextUpdateId: 0, dueAt: new Date(), ...values });
  const heard = async () => {
    const rows = await TelegramUpdate.findAll({ where: { botId: bot.id }, order: [["updateId", "ASC"]] });
    return rows.map(({ person }) => Number(person));
  };
  return { owner, bot, token, telegram, heard };
}

async function claimBot(bot: TelegramBot): Promise<Lease> {
  await TelegramBot.update({ dueAt: new Date(0) }, { where: { id: bot.id } });
  const [lease] = await claimDue(TelegramBot, { id: [bot.id], state: "on" });
  if (!lease) throw new Error("The bot is not due.");
  return lease;
}

test("of two processes one asks for a bot's updates, and goes on where the last one ended", async () => {
  const { bot, token, telegram, heard } = await setUp();
  const ids = await findDue(TelegramBot, { state: "on" }, 10);
  const where = { id: ids, state: "on" };
  const leases = (await Promise.all([claimDue(TelegramBot, where), claimDue(TelegramBot, where)])).flat();
  expect(leases.map(({ id }) => id)).toEqual([bot.id]);
  const people = [await telegram.write(token), await telegram.write(token)];
  await workOnBot(leases[0] as Lease, never);
  expect(await heard()).toEqual(people);
  const [, last] = await TelegramUpdate.findAll({ order: [["updateId", "ASC"]] });
  await bot.reload();
  expect(bot).toMatchObject({ nextUpdateId: Number(last?.updateId) + 1, leaseToken: null, attemptCount: 0 });
  people.push(await telegram.write(token));
  await workOnBot(await claimBot(bot), never);
  expect(await heard()).toEqual(people);
  expect((await telegram.call(token, "getWebhookInfo")).json.result.pending_update_count).toBe(1);
});

test("a process that lost its bot stores nothing, and the other one gets the same updates", async () => {
  const { bot, token, telegram, heard } = await setUp();
  const lost = await claimBot(bot);
  const held = await claimBot(bot);
  const person = await telegram.write(token);
  await workOnBot(lost, never);
  expect([await heard(), (await bot.reload()).nextUpdateId]).toEqual([[], 0]);
  await workOnBot(held, never);
  expect(await heard()).toEqual([person]);
});

test("a process that stops ends its question at once and leaves the bot to others", async () => {
  const { bot } = await setUp();
  const startedAt = Date.now();
  await workOnBot(await claimBot(bot), () => true);
  expect(Date.now() - startedAt).toBeLessThan(10_000);
  await bot.reload();
  expect(bot).toMatchObject({ leaseToken: null, health: "ok", attemptCount: 0 });
  expect(await findDue(TelegramBot, { state: "on" }, 10)).toEqual([bot.id]);
});

test("after a week of silence an update with a lower number arrives too", async () => {
  const silent = { nextUpdateId: 900_000_000, lastUpdateAt: new Date(Date.now() - 8 * DAY) };
  const { bot, token, telegram, heard } = await setUp(silent);
  const person = await telegram.write(token);
  await workOnBot(await claimBot(bot), never);
  expect(await heard()).toEqual([person]);
  expect((await bot.reload()).nextUpdateId).toBeLessThan(900_000_000);
});

test("Telegram is not asked for a workspace without an active owner, and keeps what comes", async () => {
  const { owner, bot, token, telegram, heard } = await setUp();
  await User.update({ isActive: false }, { where: { id: owner.id } });
  const person = await telegram.write(token);
  await workOnBot(await claimBot(bot), never);
  expect(await heard()).toEqual([]);
  await User.update({ isActive: true }, { where: { id: owner.id } });
  await workOnBot(await claimBot(bot), never);
  expect(await heard()).toEqual([person]);
});

test("a token that cannot be read any more switches the bot off, with a sentence for its owner", async () => {
  const { bot, token } = await setUp();
  await bot.update({ token: sealToken(token, newId()) });
  await workOnBot(await claimBot(bot), never);
  const problem = messages.telegram.unreadable;
  expect(await bot.reload()).toMatchObject({ state: "off", health: "refused", problem });
});

test("a check says that Telegram could not deliver, in Telegram's words", async () => {
  const { bot, token, telegram } = await setUp({ receives: "webhook", secretHash: "0".repeat(64) });
  await telegram.act("settings", { retryMs: 50 });
  await telegram.call(token, "setWebhook", { url: `http://localhost:0/api/telegram/updates/${bot.id}` });
  await telegram.write(token);
  await expect
    .poll(async () => (await telegram.call(token, "getWebhookInfo")).json.result.last_error_message)
    .toBeTruthy();
  await workOnBot(await claimBot(bot), never);
  const { health, problem } = await bot.reload();
  expect([health, problem?.startsWith(messages.telegram.notReached)]).toEqual(["away", true]);
  expect(telegramIdOf(token)).toBe(Number(bot.telegramId));
});
