import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { claimDue, findDue, release } from "#app/database/leases.server.ts";
import { MINUTE, SECOND } from "#app/lib/dates.ts";
import { AdPlatformPace } from "#app/models/ad-platform-pace.server.ts";
import { TelegramMessage } from "#app/models/index.server.ts";
import { queueMessage } from "#app/services/telegram/messages/queue-message.server.ts";
import { sendMessage } from "#app/services/telegram/messages/send-message.server.ts";
import { createOwner } from "../../factories/index.ts";
import { startTelegram } from "../../support/telegram-chat.ts";

let telegram: Awaited<ReturnType<typeof startTelegram>>;
beforeAll(async () => {
  telegram = await startTelegram();
});
afterAll(() => telegram.close());

/** Sends once what is due of those that have no place yet, as the job does. */
async function sendDue(): Promise<void> {
  const where = { state: "queued" };
  const id = await findDue(TelegramMessage, where, 1_000);
  for (const lease of id.length === 0 ? [] : await claimDue(TelegramMessage, { ...where, id }))
    await sendMessage(lease);
}

test("messages of a bot that may not leave at once get places 42 ms apart, and keep no other bot waiting", async () => {
  const [busy, quiet] = [
    await telegram.createBot(await createOwner()),
    await telegram.createBot(await createOwner()),
  ];
  const people = await telegram.people.createPeople(40);
  for (const person of people) await telegram.people.pressLink(Number(busy.telegramId), person);
  const ana = await telegram.openChat(quiet);
  await telegram.people.pressLink(Number(quiet.telegramId), ana.person);
  await inTransaction(async (transaction) => {
    for (const { id } of people)
      await queueMessage({ bot: busy, chatId: String(id) }, { text: "Hello" }, transaction);
    await queueMessage({ bot: quiet, chatId: String(ana.person.id) }, { text: "Hello" }, transaction);
  });
  // The places of the next minute are given away, however fast this machine is.
  const nextAt = new Date(Date.now() + MINUTE);
  await AdPlatformPace.create({ id: busy.id, connectionId: null, nextAt });
  await sendDue();
  expect(await TelegramMessage.count({ where: { botId: quiet.id, state: "sent" } })).toBe(1);
  const paced = await TelegramMessage.findAll({
    where: { botId: busy.id, state: "paced" },
    order: [["dueAt", "ASC"]],
  });
  expect(paced.length).toBe(40);
  expect(new Set(paced.map(({ attemptCount }) => attemptCount))).toEqual(new Set([0]));
  const times = paced.map(({ dueAt }) => Number(dueAt));
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  expect(span).toBeGreaterThanOrEqual((paced.length - 1) * 38);
  expect(span).toBeLessThan(paced.length * SECOND);
});

test("one chat gets a message a second, and another one does not wait for it", async () => {
  const bot = await telegram.createBot(await createOwner());
  await inTransaction(async (transaction) => {
    for (const text of ["one", "two", "three"])
      await queueMessage({ bot, chatId: "5000000001" }, { text }, transaction);
    await queueMessage({ bot, chatId: "5000000002" }, { text: "one" }, transaction);
  });
  const messages = await TelegramMessage.findAll({ where: { botId: bot.id }, order: [["id", "ASC"]] });
  const [first = 0, second = 0, third = 0, other = 0] = messages.map(({ slotAt }) => +slotAt);
  expect(second - first).toBeGreaterThanOrEqual(SECOND);
  expect(third - second).toBeGreaterThanOrEqual(SECOND);
  expect(other - first).toBeLessThan(SECOND);
});

test("a message waits for the one before it in its chat, also while a dead process has that one", async () => {
  const bot = await telegram.createBot(await createOwner());
  const chat = await telegram.openChat(bot);
  await telegram.people.pressLink(Number(bot.telegramId), chat.person);
  const others = await telegram.openChat(bot);
  await telegram.people.pressLink(Number(bot.telegramId), others.person);
  await inTransaction(async (transaction) => {
    for (const text of ["one", "two", "three"])
      await queueMessage({ bot, chatId: String(chat.person.id) }, { text }, transaction);
    await queueMessage({ bot, chatId: String(others.person.id) }, { text: "one" }, transaction);
  });
  const [first] = await TelegramMessage.findAll({ where: { botId: bot.id }, order: [["id", "ASC"]] });
  const ofDead = await claimDue(TelegramMessage, { state: "queued", id: [first?.id ?? ""] });
  const makeDue = () =>
    TelegramMessage.update(
      { dueAt: new Date(0) },
      { where: { botId: bot.id, state: "queued", leaseToken: null } },
    );
  const said = async ({ messages }: typeof chat) =>
    (await messages()).filter(({ isFromBot }) => isFromBot).map(({ text }) => text);
  await makeDue();
  await sendDue();
  expect([await said(chat), await said(others)]).toEqual([[], ["one"]]);
  await release(TelegramMessage, ofDead);
  for (let time = 0; time < 4; time++) {
    await makeDue();
    await sendDue();
  }
  expect(await said(chat)).toEqual(["one", "two", "three"]);
  expect(
    (await TelegramMessage.findAll({ where: { botId: bot.id } })).map(({ attemptCount }) => attemptCount),
  ).toEqual([1, 1, 1, 1]);
});

test("what cannot be sent is tried for about an hour, and is then of no use", async () => {
  const bot = await telegram.createBot(await createOwner(), { state: "off" });
  await inTransaction((transaction) =>
    queueMessage({ bot, chatId: "5000000003" }, { text: "one" }, transaction),
  );
  let waitedMs = 0;
  for (let time = 0; time < 30; time++) {
    await sendDue();
    const message = await TelegramMessage.findOne({ where: { botId: bot.id } });
    if (!message) break;
    waitedMs += Number(message.dueAt) - Date.now();
    await message.update({ dueAt: new Date(0) });
  }
  expect(waitedMs).toBeGreaterThan(45 * MINUTE);
  expect(waitedMs).toBeLessThan(75 * MINUTE);
  expect(await TelegramMessage.count({ where: { botId: bot.id } })).toBe(0);
});
