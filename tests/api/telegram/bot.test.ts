import { expect, test } from "vitest";
import { DAY } from "#app/lib/dates.ts";
import { LANGUAGE_CODES, toPrimary } from "#app/lib/languages.ts";
import { Mail, Notification, Session, TelegramBot, TelegramUpdate } from "#app/models/index.server.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createKey, createMember, createOwner, signInAs } from "../../factories/index.ts";
import type { TestResponse } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { readFlash } from "../../support/flash.ts";
import { plainText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";
import { createDoorOf, newBotToken, telegramAt, telegramIdOf } from "../../support/telegram.ts";

const site = serveSite();
const telegram = telegramAt(() => site.sandbox);
const sentences = messages.telegram;
const PAGE = "/dashboard/integrations/telegram";

async function setUp() {
  const owner = await createOwner();
  const { token: session, cookie, sessionId } = await signInAs(owner);
  const call = (method: string, json?: object, as: object = { token: session }): Promise<TestResponse> =>
    site.send("/api/telegram", { method, ...(json ? { json } : {}), ...as });
  const connect = (token: string) => call("PUT", { token });
  const read = async () => (await call("GET")).json.bot;
  const post = (fields: Record<string, string>) =>
    site.send(PAGE, { form: fields, cookie, headers: { "sec-fetch-site": "same-origin" } });
  const show = () => site.send(PAGE, { cookie });
  const row = () => TelegramBot.findOne({ where: { workspaceId: owner.workspace.id } });
  return { owner, call, connect, read, post, show, row, cookie, sessionId };
}

/** How many updates of a bot were stored. */
const heard = (botId: string | undefined) => TelegramUpdate.count({ where: { botId: botId ?? "" } });

test("a pasted message of @BotFather connects its bot, whose updates are asked for and stored once", async () => {
  const { call, row } = await setUp();
  expect((await call("GET")).json).toEqual({ bot: null });
  const token = newBotToken();
  const pasted = `Use this token to access the HTTP API:\n${token}\nKeep your token secure.`;
  const connected = await call("PUT", { token: pasted });
  const bot = await row();
  expect([connected.status, connected.json.bot]).toEqual([
    200,
    {
      username: bot?.username,
      state: "ok",
      problem: null,
      webhook: { receives: "polling", url: null, lastUpdateAt: null },
      chats: { active: 0, blocked: 0 },
    },
  ]);
  await telegram.write(token);
  await telegram.write(token);
  await eventually(async () => expect(await heard(bot?.id)).toBe(2));
  const shown = await call("GET");
  expect(shown.json.bot.webhook.lastUpdateAt).toEqual(expect.any(String));
  expect(shown.text + connected.text).not.toContain(token.split(":")[1]);
  const { commands } = await telegram.seen(token);
  expect(Object.keys(commands).sort()).toEqual(["", ...LANGUAGE_CODES.slice(1).map(toPrimary)].sort());
  expect(commands.de).toContainEqual({ command: "status", description: textsIn("de").chat.menu.status });
  expect(bot?.token).not.toContain(token);
});

test("what is no token, or one that Telegram does not take, connects nothing", async () => {
  const { connect, call } = await setUp();
  const token = newBotToken();
  for (const wrong of [
    "",
    "hello",
    "123:short",
    `${token} and ${newBotToken()}`,
    `x${token}`,
    `12345678901234:${"A".repeat(35)}`,
    `${token}${"A".repeat(40)}`,
    `${"1".repeat(3000)} ${token}`,
  ]) {
    const { status, json } = await connect(wrong);
    const error = expect.objectContaining({ field: "token", message: sentences.tokenShape });
    expect([wrong, status, json.errors]).toEqual([wrong, 400, [error]]);
  }
  await telegram.call(token, "getMe");
  await telegram.act("revoke", { bot: telegramIdOf(token) });
  const revoked = await connect(token);
  const error = expect.objectContaining({ field: "token", message: sentences.tokenRefused });
  expect([revoked.status, revoked.json.errors]).toEqual([400, [error]]);
  const other = newBotToken();
  await site.sandbox.play(`${telegramIdOf(other)}/getMe`, "500", 1);
  const away = await connect(other);
  expect([away.status, away.json.code]).toEqual([502, "platform_unreachable"]);
  expect(away.json.error).toContain(sentences.unclear);
  expect((await call("GET")).json).toEqual({ bot: null });
  expect((await call("DELETE")).status).toBe(404);
});

test("a bot of another workspace is refused without naming anybody", async () => {
  const first = await setUp();
  const second = await setUp();
  const token = newBotToken();
  expect((await first.connect(token)).status).toBe(200);
  for (const refused of await Promise.all([second.connect(token), second.connect(token)])) {
    const { status, json, text } = refused;
    expect([status, json.code, json.error]).toEqual([409, "bot_taken", sentences.botTaken]);
    expect(text).not.toContain(first.owner.workspace.name);
    expect(text).not.toContain(first.owner.workspace.id);
  }
  expect(await second.read()).toBeNull();
  expect((await first.call("DELETE")).status).toBe(204);
  expect((await second.connect(token)).status).toBe(200);
});

test("a new token of the same bot replaces the old one; another bot takes its place, and its rows go", async () => {
  const { connect, row } = await setUp();
  const token = newBotToken();
  await connect(token);
  const bot = await row();
  await telegram.write(token);
  await eventually(async () => expect(await heard(bot?.id)).toBe(1));
  await telegram.act("revoke", { bot: telegramIdOf(token) });
  const renewed = `${telegramIdOf(token)}:${"r".repeat(35)}`;
  expect((await connect(renewed)).status).toBe(200);
  expect((await row())?.id).toBe(bot?.id);
  await telegram.write(renewed);
  await eventually(async () => expect(await heard(bot?.id)).toBe(2));
  expect((await connect(newBotToken())).status).toBe(200);
  expect((await row())?.id).not.toBe(bot?.id);
  expect(await heard(bot?.id)).toBe(0);
});

test("only owners with a fresh sign-in connect and disconnect; a key reads with its scope", async () => {
  const { owner, call, connect, read, sessionId } = await setUp();
  const token = newBotToken();
  await connect(token);
  for (const role of ["manager", "checker", "viewer"] as const) {
    const as = { token: (await signInAs(await createMember(owner, role))).token };
    expect([role, (await call("GET", undefined, as)).status]).toEqual([role, role === "checker" ? 403 : 200]);
    expect((await call("PUT", { token }, as)).status).toBe(403);
    expect((await call("DELETE", undefined, as)).status).toBe(403);
  }
  const key = { token: (await createKey(owner, { scopes: ["telegram:write"] })).key };
  expect((await call("GET", undefined, key)).json.bot.state).toBe("ok");
  expect((await call("PUT", { token }, key)).json.code).toBe("scope_missing");
  expect((await call("DELETE", undefined, key)).json.code).toBe("scope_missing");
  const other = { token: (await createKey(owner, { scopes: ["platforms:read"] })).key };
  expect((await call("GET", undefined, other)).json.code).toBe("scope_missing");
  await Session.update({ authenticatedAt: new Date(Date.now() - DAY) }, { where: { id: sessionId } });
  expect((await call("PUT", { token })).json.code).toBe("reauthentication_required");
  expect((await call("DELETE")).json.code).toBe("reauthentication_required");
  expect((await read()).state).toBe("ok");
});

test("another program that gets the updates is noticed, and the token takes them back", async () => {
  const { connect, read, row } = await setUp();
  const token = newBotToken();
  await connect(token);
  const bot = await row();
  await eventually(async () => {
    await telegram.call(token, "getUpdates", { timeout: 0 });
    const problem = sentences.polledElsewhere;
    expect(await read()).toMatchObject({ state: "elsewhere", problem });
  });
  let written = 0;
  const write = async () => {
    await telegram.write(token);
    written += 1;
  };
  await eventually(async () => {
    await write();
    expect(await read()).toMatchObject({ state: "ok", problem: null });
  });
  await telegram.call(token, "setWebhook", { url: "https://elsewhere.example/bot" });
  await eventually(async () => {
    expect(await read()).toMatchObject({ state: "elsewhere", problem: sentences.setElsewhere });
  });
  expect((await connect(token)).json.bot.state).toBe("ok");
  await write();
  await eventually(async () => expect(await heard(bot?.id)).toBe(written));
});

test("a revoked token switches the bot off and tells its owners, and a new token switches it on", async () => {
  const { owner, connect, read, row } = await setUp();
  await createMember(owner, "manager");
  const token = newBotToken();
  await connect(token);
  await eventually(async () => expect((await row())?.leaseToken).not.toBeNull());
  await telegram.act("revoke", { bot: telegramIdOf(token) });
  await eventually(async () => {
    await telegram.write(token);
    expect(await read()).toMatchObject({ state: "refused", problem: sentences.refused });
  });
  expect(await row()).toMatchObject({ state: "off", dueAt: null, leaseToken: null });
  await eventually(async () => {
    const told = await Notification.findAll({ where: { type: "telegramRefused" } });
    expect(told.map(({ userId }) => userId)).toEqual([owner.id]);
    expect(await Mail.count({ where: { kind: "telegram-refused" } })).toBe(1);
  });
  expect((await connect(`${telegramIdOf(token)}:${"n".repeat(35)}`)).json.bot.state).toBe("ok");
  expect((await row())?.state).toBe("on");
});

test("while Telegram is away the bot waits, and then goes on", async () => {
  const { connect, read, row } = await setUp();
  const token = newBotToken();
  await site.sandbox.play(`${telegramIdOf(token)}/getUpdates`, "500");
  await connect(token);
  await eventually(async () => {
    const { state, problem } = await read();
    expect([state, problem?.startsWith(sentences.unclear)]).toEqual(["away", true]);
  });
  await site.sandbox.play(`${telegramIdOf(token)}/getUpdates`, null);
  await telegram.write(token);
  const bot = await row();
  await eventually(async () => expect(await heard(bot?.id)).toBe(1));
  await eventually(async () => expect(await read()).toMatchObject({ state: "ok", problem: null }));
});

test("an owner's export names the bot and when it was connected, and never its token", async () => {
  const { connect, row, cookie } = await setUp();
  const token = newBotToken();
  await connect(token);
  const bot = await row();
  const { text, json } = await site.send("/api/user/export", { cookie });
  expect(json.telegramBots).toEqual([
    expect.objectContaining({ username: bot?.username, createdAt: bot?.createdAt.toISOString() }),
  ]);
  expect(text).not.toContain(bot?.token);
  expect(text).not.toContain(token);
});

test("a bot whose set-up failed is set up by the job", async () => {
  const { connect, row } = await setUp();
  const token = newBotToken();
  await site.sandbox.play(`${telegramIdOf(token)}/deleteWebhook`, "500", 1);
  const connected = await connect(token);
  expect([connected.status, connected.json.bot.state]).toEqual([200, "away"]);
  const bot = await row();
  await bot?.update({ dueAt: new Date() });
  await telegram.write(token);
  await eventually(async () => expect(await heard(bot?.id)).toBe(1));
});

test("the page connects, checks and disconnects without a script, and shows no token again", async () => {
  const { owner, post, show, row, cookie, sessionId } = await setUp();
  const token = newBotToken();
  expect((await show()).text).toContain("/newbot");
  const list = async () => (await site.send("/dashboard/integrations", { cookie })).text;
  expect(await list()).toContain("Connect a bot");
  const wrong = await post({ intent: "connect", token: "nothing-secret" });
  expect([wrong.status, wrong.text.includes(sentences.tokenShape)]).toEqual([400, true]);
  expect(wrong.text).not.toContain("nothing-secret");
  await site.sandbox.play(`${telegramIdOf(token)}/getMe`, "500", 1);
  const away = await post({ intent: "connect", token });
  expect([away.status, away.text.includes(sentences.notConnected)]).toEqual([502, true]);
  const connected = await post({ intent: "connect", token });
  expect([connected.status, readFlash(connected)]).toEqual([303, sentences.connected]);
  const username = (await row())?.username ?? "";
  expect(await list()).toContain(`@${username}`);
  const page = await show();
  expect(page.text).toContain(`t.me/${username}`);
  expect(page.text).not.toContain(token.split(":")[1]);
  const checked = await post({ intent: "check" });
  expect(checked.text).toContain(`accepted, @${username}`);
  expect(checked.text).toContain("asked for by this server");
  expect(checked.text).toContain("All checks passed.");
  const manager = await signInAs(await createMember(owner, "manager"));
  const seen = await site.send(PAGE, { cookie: manager.cookie });
  expect(seen.text).toContain("Only owners check, replace or disconnect it.");
  expect(seen.text).not.toContain("Replace the token");
  await Session.update({ authenticatedAt: new Date(Date.now() - DAY) }, { where: { id: sessionId } });
  const unproven = await post({ intent: "disconnect" });
  expect(unproven.headers.get("location")).toContain("/reauthenticate");
  expect(await row()).not.toBeNull();
  await Session.update({ authenticatedAt: new Date() }, { where: { id: sessionId } });
  const gone = await post({ intent: "disconnect" });
  expect([gone.status, readFlash(gone)]).toEqual([303, sentences.disconnected]);
  expect(await row()).toBeNull();
  expect((await show()).text).toContain("Connect your bot");
});

test("the check says what the bot may do in the channel of each door, and a door opens again with its right", async () => {
  const { owner, connect, post } = await setUp();
  const token = newBotToken();
  await connect(token);
  const check = async () => plainText((await post({ intent: "check" })).text);
  expect(await check()).not.toContain("Rights");
  const group = await telegram.createChannel(token, "Casa information");
  const door = await createDoorOf(owner, { chatId: String(group) });
  const other = await createDoorOf(owner, { title: "Casa of another", archivedAt: new Date() });
  const place = (rights: object | null) =>
    telegram.act("rights", { bot: telegramIdOf(token), group, rights });
  expect(await check()).toContain("may invite and remove at 1 door");
  await place({ can_invite_users: true, can_restrict_members: false });
  const unable = await check();
  expect(unable).toContain("Rights in Casa information , wrong: may not remove");
  expect(unable).toContain(sentences.mayNotRemove);
  expect((await door.reload()).problem).toBeNull();
  await place({ can_invite_users: false });
  const shut = await check();
  expect(shut).toContain("Rights in Casa information , wrong: may not invite");
  expect(shut).toContain(sentences.mayNotInvite);
  expect((await door.reload()).problem).toBe(sentences.mayNotInvite);
  await site.sandbox.play(`${telegramIdOf(token)}/getChatMember`, "500", 1);
  expect(await check()).toContain("Rights in Casa information , wrong: no clear answer");
  expect((await door.reload()).problem).toBe(sentences.mayNotInvite);
  await place({ can_invite_users: true, can_restrict_members: true });
  await door.update({ problem: sentences.mayNotInvite });
  expect(await check()).toContain("All checks passed.");
  expect((await door.reload()).problem).toBeNull();
  expect((await other.reload()).problem).toBeNull();
});
