import { expect, test } from "vitest";
import { newId } from "#app/lib/ids.ts";
import { newToken, sha256 } from "#app/lib/random.server.ts";
import { UPDATE_MAX_BYTES } from "#app/lib/telegram.ts";
import { TelegramBot, TelegramUpdate } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createOwner, signInAs } from "../../factories/index.ts";
import { freePort } from "../../servers/free-port.ts";
import type { Send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";
import { newBotToken, telegramAt, telegramIdOf } from "../../support/telegram.ts";

const port = await freePort();
const publicUrl = `http://localhost:${port}`;
const site = serveSite({ PORT: String(port), PUBLIC_URL: publicUrl });
const telegram = telegramAt(() => site.sandbox);
const sentences = messages.telegram;
const PAGE = "/dashboard/integrations/telegram";

async function setUp() {
  const owner = await createOwner();
  // A bearer token would be of the address of this process.
  const { cookie } = await signInAs(owner);
  const as = { cookie, headers: { "sec-fetch-site": "same-origin" } };
  const token = newBotToken();
  const connect = (given = token) =>
    site.send("/api/telegram", { method: "PUT", json: { token: given }, ...as });
  const connected = await connect();
  expect(connected.status).toBe(200);
  const bot = await TelegramBot.findOne({
    where: { workspaceId: owner.workspace.id },
    rejectOnEmpty: true,
  });
  const read = async () => (await site.send("/api/telegram", as)).json.bot;
  const check = async () => (await site.send(PAGE, { form: { intent: "check" }, ...as })).text;
  const disconnect = () => site.send("/api/telegram", { method: "DELETE", ...as });
  const heard = () => TelegramUpdate.count({ where: { botId: bot.id } });
  return { owner, token, connected, connect, read, check, disconnect, heard, bot };
}

/** A call as Telegram makes it, or somebody else. */
const callUs = (id: string, options: Send) => site.send(`/api/telegram/updates/${id}`, options);
const update = { update_id: 1, message: { message_id: 1, from: { id: 5 }, text: "forged" } };

test("Telegram calls a server that it can reach, and each update is stored once in any order", async () => {
  const { token, bot, connected, read, heard } = await setUp();
  const url = `${publicUrl}/api/telegram/updates/${bot.id}`;
  expect(connected.json.bot).toMatchObject({ state: "ok", webhook: { receives: "webhook", url } });
  const info = (await telegram.call(token, "getWebhookInfo")).json.result;
  expect(info).toMatchObject({ url, allowed_updates: expect.arrayContaining(["chat_join_request"]) });
  await telegram.act("hold", { bot: telegramIdOf(token) });
  for (let person = 0; person < 3; person++) await telegram.write(token);
  await telegram.act("release", { bot: telegramIdOf(token), isReversed: true });
  await eventually(async () => expect(await heard()).toBe(3));
  const [first] = await TelegramUpdate.findAll({ where: { botId: bot.id }, order: [["updateId", "ASC"]] });
  await telegram.act("replay", { bot: telegramIdOf(token), updateId: first?.updateId });
  await eventually(async () => {
    const { pending_update_count } = (await telegram.call(token, "getWebhookInfo")).json.result;
    expect(pending_update_count).toBe(0);
  });
  expect(await heard()).toBe(3);
  expect((await read()).webhook.lastUpdateAt).toEqual(expect.any(String));
});

test("a call without the secret token, with another one or of an unknown bot gets the same 401", async () => {
  const { bot, heard } = await setUp();
  const other = await setUp();
  const secret = (value: string) => ({ "x-telegram-bot-api-secret-token": value });
  const calls = [
    await callUs(bot.id, { json: update }),
    await callUs(bot.id, { json: update, headers: secret("") }),
    await callUs(bot.id, { json: update, headers: secret(newToken()) }),
    await callUs(bot.id, { json: update, headers: secret(bot.secretHash ?? "") }),
    await callUs(newId(), { json: update, headers: secret(newToken()) }),
    await callUs("x".repeat(90), { json: update, headers: secret(newToken()) }),
    await callUs(bot.id, { body: "{", headers: secret(newToken()) }),
    await callUs(bot.id, { body: "x".repeat(UPDATE_MAX_BYTES + 1), headers: secret(newToken()) }),
    await callUs(bot.id, { json: update, headers: { origin: "https://elsewhere.example" } }),
  ];
  for (const { status, json } of calls)
    expect([status, json.code, json.error]).toEqual([401, "invalid_token", sentences.updateRefused]);
  expect((await site.send(`/api/telegram/updates/${bot.id}`)).status).toBe(405);
  expect([await heard(), await other.heard()]).toEqual([0, 0]);
});

test("whatever Telegram says with the secret token is taken, and what nobody reads is not stored", async () => {
  const { bot, heard } = await setUp();
  const secret = newToken();
  await bot.update({ secretHash: sha256(secret) });
  const headers = { "x-telegram-bot-api-secret-token": secret };
  await eventually(async () => {
    expect((await callUs(bot.id, { json: { update_id: 7, poll: {} }, headers })).status).toBe(200);
  });
  for (const body of ["{", "null", "[]", "", "x".repeat(UPDATE_MAX_BYTES + 1), '{"message":{}}'])
    expect((await callUs(bot.id, { body, headers })).status).toBe(200);
  expect(await heard()).toBe(0);
  const text = "😀".repeat(4096);
  const long = { ...update, message: { ...update.message, text, rest: "x".repeat(900_000) } };
  expect((await callUs(bot.id, { json: long, headers })).status).toBe(200);
  expect(await heard()).toBe(1);
});

test("a bot whose updates go to another address says so, and entering the token takes them back", async () => {
  const { token, check, read, connect, heard } = await setUp();
  expect(await check()).toContain("sent to this server");
  await telegram.call(token, "setWebhook", { url: "https://elsewhere.example/bot" });
  expect(await check()).toContain(sentences.setElsewhere);
  expect(await read()).toMatchObject({ state: "elsewhere", problem: sentences.setElsewhere });
  expect((await connect()).json.bot.state).toBe("ok");
  await telegram.write(token);
  await eventually(async () => expect(await heard()).toBe(1));
  expect(await check()).toContain("All checks passed.");
});

test("the daily check notices another address by itself", async () => {
  const { token, bot, read } = await setUp();
  await telegram.call(token, "deleteWebhook");
  await bot.update({ dueAt: new Date() });
  await eventually(async () => expect((await read()).state).toBe("elsewhere"));
});

test("the daily check takes back what goes to an earlier address of this server, or comes with another secret", async () => {
  const { token, bot, read, heard } = await setUp();
  const url = `https://before.example/api/telegram/updates/${bot.id}`;
  await telegram.call(token, "setWebhook", { url });
  await bot.update({ dueAt: new Date() });
  await telegram.write(token);
  await eventually(async () => expect(await heard()).toBe(1));
  expect((await read()).state).toBe("ok");
  await telegram.act("settings", { retryMs: 50 });
  await bot.update({ secretHash: sha256(newToken()) });
  await telegram.write(token);
  await eventually(async () => {
    const { last_error_message } = (await telegram.call(token, "getWebhookInfo")).json.result;
    expect(last_error_message).toContain("401");
  });
  await bot.update({ dueAt: new Date() });
  await eventually(async () => expect(await heard()).toBe(2));
});

test("a check notices a revoked token, and that the bot is well again", async () => {
  const { token, bot, check, read } = await setUp();
  await site.sandbox.play(`${telegramIdOf(token)}/getMe`, "invalid");
  expect(await check()).toContain(sentences.refused);
  expect((await read()).state).toBe("refused");
  expect((await bot.reload()).state).toBe("off");
  await site.sandbox.play(`${telegramIdOf(token)}/getMe`, null);
  expect(await check()).toContain("All checks passed.");
  expect((await bot.reload()).state).toBe("on");
});

test("Telegram calls no more for a bot that was disconnected or replaced", async () => {
  const { token, connect, disconnect } = await setUp();
  const urlOf = async (of: string) => (await telegram.call(of, "getWebhookInfo")).json.result.url;
  const other = newBotToken();
  expect((await connect(other)).status).toBe(200);
  expect([await urlOf(token), (await urlOf(other)) !== ""]).toEqual(["", true]);
  expect((await disconnect()).status).toBe(204);
  expect(await urlOf(other)).toBe("");
});
