import { expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { HOUR, MINUTE } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { Session, TelegramDeskChat, TelegramDeskCode } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { linkDeskChat } from "#app/services/telegram/desk/link-chat.server.ts";
import { createKey, createMember, createOwner, signInAs } from "../../factories/index.ts";
import { readFlash } from "../../support/flash.ts";
import { serveSite } from "../../support/site.ts";
import { createBot } from "../../support/telegram.ts";
import { codeOf, makeCode } from "../../support/telegram-desk.ts";

const site = serveSite();
const PAGE = paths.settings({ section: "notifications" });
const sentences = messages.telegramDesk;

const askAs = (as: { token: string }) =>
  site.send("/api/telegram/member-code", { method: "POST", json: {}, ...as });

const isOld = (sessionId: string) =>
  Session.update({ authenticatedAt: new Date(Date.now() - HOUR) }, { where: { id: sessionId } });

async function setUp() {
  const owner = await createOwner();
  const bot = await createBot(owner);
  const session = await signInAs(owner);
  const headers = { "sec-fetch-site": "same-origin" };
  const post = (form: Record<string, string>) => site.send(PAGE, { form, cookie: session.cookie, headers });
  const show = async () => (await site.send(PAGE, { cookie: session.cookie })).text;
  return { owner, bot, session, post, show };
}

test("a member gets a link to the bot that works once within ten minutes", async () => {
  const { bot, session } = await setUp();
  const { status, json } = await askAs(session);
  expect(status).toBe(200);
  const url = new URL(json.url);
  expect(url.pathname.endsWith(`/${bot.username}`)).toBe(true);
  expect(url.searchParams.get("start")).toMatch(/^m-[\w-]{43}$/);
  const left = +new Date(json.expiresAt) - Date.now();
  expect(left).toBeGreaterThan(9 * MINUTE);
  expect(left).toBeLessThanOrEqual(10 * MINUTE);
  expect((await askAs(session)).json.url).not.toBe(json.url);
  expect(await TelegramDeskCode.count()).toBe(1);
});

test("it takes a fresh proof and a member: old sign-ins and keys are refused", async () => {
  const { owner, session } = await setUp();
  const { key } = await createKey(owner);
  const byKey = await askAs({ token: key });
  expect([byKey.status, byKey.json.code]).toEqual([403, "scope_missing"]);
  await isOld(session.sessionId);
  const old = await askAs(session);
  expect([old.status, old.json.code]).toEqual([403, "reauthentication_required"]);
  const anyone = await site.send("/api/telegram/member-code", { method: "POST", json: {} });
  expect(anyone.status).toBe(401);
  expect(await TelegramDeskCode.count()).toBe(0);
});

test("each role that reads claims gets one", async () => {
  const { owner } = await setUp();
  for (const role of ["manager", "checker", "viewer"] as const)
    expect((await askAs(await signInAs(await createMember(owner, role)))).status).toBe(200);
});

test("without a bot there is nothing to link", async () => {
  const { status, json } = await askAs(await signInAs(await createOwner()));
  expect([status, json.code, json.error]).toEqual([409, "no_bot", sentences.noBot]);
});

test("the settings make the link by a form, show what is linked, and unlink it", async () => {
  const { owner, bot, post, show } = await setUp();
  expect(await show()).toContain("Link a chat");
  const made = await post({ intent: "telegram-link" });
  expect(made.status).toBe(200);
  const [, link = ""] = /href="([^"]*\?start=m-[^"]*)"/.exec(made.text) ?? [];
  const chat = { id: "4711", isGroup: false, title: null };
  await inTransaction((transaction) => linkDeskChat({ bot, code: codeOf(link), chat }, transaction));
  const group = await post({ intent: "telegram-group" });
  expect(group.text).toContain(`${bot.username}?startgroup=m-`);
  const shown = await show();
  expect(shown).toContain("Your chat");
  expect(shown).not.toContain("4711");
  const { id } = await TelegramDeskChat.findOne({ where: { userId: owner.id }, rejectOnEmpty: true });
  const ended = await post({ intent: "telegram-unlink", deskChatId: id });
  expect([ended.status, readFlash(ended)]).toEqual([303, expect.stringContaining(sentences.unlinked)]);
  expect(await TelegramDeskChat.count()).toBe(0);
  expect((await post({ intent: "telegram-unlink", deskChatId: newId() })).status).toBe(303);
});

test("an old sign-in comes again first, and nothing is made before", async () => {
  const { session, post, show } = await setUp();
  await isOld(session.sessionId);
  expect(await show()).toContain("You are asked to sign in once more first");
  const sent = await post({ intent: "telegram-link" });
  expect([sent.status, sent.headers.get("location")]).toEqual([
    303,
    paths.reauthenticate({ returnTo: PAGE }),
  ]);
  expect(await TelegramDeskCode.count()).toBe(0);
});

test("the ids of chats stand in the member's own export, and in no other answer", async () => {
  const { owner, bot, session } = await setUp();
  const chat = { id: "-1004711", isGroup: true, title: "The desk" };
  const code = await makeCode(owner, bot, true);
  await inTransaction((transaction) => linkDeskChat({ bot, code, chat }, transaction));
  const exported = await site.send(paths.exportData(), { token: session.token });
  expect(exported.json.telegramChats).toEqual([
    expect.objectContaining({ chatId: "-1004711", title: "The desk", workspaceId: owner.workspace.id }),
  ]);
  expect(exported.json.telegramChats[0].createdAt).toEqual(expect.any(String));
  const bots = await site.send("/api/telegram", { token: session.token });
  expect(bots.text).not.toContain("4711");
});
