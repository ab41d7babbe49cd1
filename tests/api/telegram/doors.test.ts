import { expect, test } from "vitest";
import { AuditEntry, TelegramDoor, TelegramEntry } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  createForm,
  createKey,
  createMember,
  createOwner,
  createPlatforms,
  type Owner,
  signInAs,
  submitForm,
} from "../../factories/index.ts";
import type { TestResponse } from "../../support/client.ts";
import { serveSite } from "../../support/site.ts";
import { createBot, createDoorOf, newBotToken, telegramAt } from "../../support/telegram.ts";

const site = serveSite();
const telegram = telegramAt(() => site.sandbox);
const sentences = messages.telegram;
const DOORS = "/api/telegram/doors";

const call = (method: string, path: string, token: string, json?: object): Promise<TestResponse> =>
  site.send(path, { method, token, ...(json ? { json } : {}) });

const tokenOf = async (owner: Owner, role: Parameters<typeof createMember>[1]) =>
  (await signInAs(await createMember(owner, role))).token;

async function setUp() {
  const form = await createForm();
  const { owner } = form;
  const botToken = newBotToken();
  await createBot(owner, { token: botToken });
  const { token } = await signInAs(owner);
  const newChat = async () => String(await telegram.createChannel(botToken));
  return { form, owner, token, newChat };
}

test("owners and keys with the scope make doors, managers do not, and all members read them", async () => {
  const { owner, token, newChat } = await setUp();
  const chatId = await newChat();
  const needs = { state: "verified" };
  const text = { en: "The channel is open to you." };
  const made = await call("POST", DOORS, token, { chatId, needs, text });
  const door = {
    id: expect.any(String),
    chatId,
    title: "Casa information",
    needs: { state: "verified", platformId: null },
    text,
    problem: null,
    confirmedAt: null,
    confirmedBy: null,
    cameThrough: 0,
    due: 0,
  };
  expect([made.status, made.json]).toEqual([201, { door }]);
  const taken = await call("POST", DOORS, token, { chatId, needs });
  expect([taken.status, taken.json.code, taken.json.error]).toEqual([409, "door_taken", sentences.doorTaken]);
  const manager = await tokenOf(owner, "manager");
  const refused = await call("POST", DOORS, manager, { chatId: await newChat(), needs });
  expect([refused.status, refused.json.code]).toEqual([403, "role_refused"]);
  const { key } = await createKey(owner, { scopes: ["telegram:write"] });
  const byKey = await call("POST", DOORS, key, { chatId: Number(await newChat()), title: "Two", needs });
  expect([byKey.status, byKey.json.door.title]).toEqual([201, "Two"]);
  const { key: other } = await createKey(owner, { scopes: ["platforms:read"] });
  expect((await call("GET", DOORS, other)).json.code).toBe("scope_missing");
  for (const reader of [
    token,
    manager,
    key,
    await tokenOf(owner, "checker"),
    await tokenOf(owner, "viewer"),
  ]) {
    const { status, json } = await call("GET", DOORS, reader);
    expect([status, json.doors[0]]).toEqual([200, door]);
  }
});

test("a door is made of nothing but a private chat in which the bot may invite, for a broker that there is", async () => {
  const { token, newChat } = await setUp();
  const [foreign] = await createPlatforms(1, { owner: await createOwner() });
  const needs = { state: "claimed" };
  const wrong: [body: object, status: number, field: string | null][] = [
    [{ needs }, 400, "chatId"],
    [{ chatId: "casa", needs }, 400, "chatId"],
    [{ chatId: 4711, needs }, 400, "chatId"],
    [{ chatId: `-${"1".repeat(40)}`, needs }, 400, "chatId"],
    [{ chatId: "-1009999999999", needs }, 400, "chatId"],
    [{ chatId: "-1009999999999" }, 400, "needs"],
    [{ chatId: "-1009999999999", needs: { state: "paid" } }, 400, "needs.state"],
    [{ chatId: "-1009999999999", needs, text: { en: "x".repeat(1001) } }, 400, "text.en"],
    [{ chatId: "-1009999999999", needs, text: { tlh: "x" } }, 400, "text"],
    [{ chatId: await newChat(), needs: { state: "verified", platformId: foreign?.id } }, 404, null],
  ];
  for (const [body, status, field] of wrong) {
    const { json, ...response } = await call("POST", DOORS, token, body);
    expect([body, response.status, json.errors?.[0]?.field ?? null]).toEqual([body, status, field]);
  }
  expect(await TelegramDoor.count()).toBe(0);
  const withoutBot = (await signInAs((await createForm()).owner)).token;
  expect((await call("POST", DOORS, withoutBot, { chatId: "-1009999999999", needs })).status).toBe(404);
});

test("managers change what the bot says, and owners alone whom a door is for", async () => {
  const { owner, token } = await setUp();
  const door = await createDoorOf(owner, { confirmedAt: new Date(), confirmedByName: "Ada" });
  const path = `${DOORS}/${door.id}`;
  const manager = await tokenOf(owner, "manager");
  const text = { es: "El canal está abierto." };
  const changed = await call("PATCH", path, manager, { title: "Casa", text });
  expect([changed.status, changed.json.door]).toMatchObject([
    200,
    { title: "Casa", text, confirmedBy: "Ada" },
  ]);
  const needs = { state: "claimed" };
  const refused = await call("PATCH", path, manager, { needs });
  expect([refused.status, refused.json.code]).toEqual([403, "role_refused"]);
  expect((await call("PATCH", path, await tokenOf(owner, "checker"), { text })).status).toBe(403);
  for (const body of [{}, { title: "" }, { needs: {} }, { confirm: false }, { text: { en: 5 } }])
    expect([body, (await call("PATCH", path, token, body)).status]).toEqual([body, 400]);
  const byOwner = await call("PATCH", path, token, { needs });
  expect([byOwner.status, byOwner.json.door]).toMatchObject([
    200,
    { needs: { state: "claimed", platformId: null }, confirmedAt: null, confirmedBy: null },
  ]);
});

test("an owner alone confirms a door, once, and the audit log keeps who and when", async () => {
  const { owner, token } = await setUp();
  const door = await createDoorOf(owner);
  const path = `${DOORS}/${door.id}`;
  const manager = await call("PATCH", path, await tokenOf(owner, "manager"), { confirm: true });
  expect([manager.status, manager.json.code]).toEqual([403, "role_refused"]);
  const { key } = await createKey(owner, { scopes: ["telegram:write"] });
  expect((await call("PATCH", path, key, { confirm: true })).status).toBe(403);
  expect(await TelegramDoor.findByPk(door.id)).toMatchObject({ confirmedAt: null });
  const confirmed = await call("PATCH", path, token, { confirm: true });
  expect([confirmed.status, confirmed.json.door]).toMatchObject([
    200,
    { confirmedAt: expect.any(String), confirmedBy: owner.name },
  ]);
  const again = await call("PATCH", path, token, { confirm: true });
  expect(again.json.door.confirmedAt).toBe(confirmed.json.door.confirmedAt);
  expect(await AuditEntry.findAll({ where: { action: "telegramDoor.confirmed" } })).toMatchObject([
    { actorUserId: owner.id, detail: "Casa information" },
  ]);
});

test("a closed door is gone, and who waited at it waits no more; managers and other workspaces close none", async () => {
  const { form, owner, token, newChat } = await setUp();
  const chatId = await newChat();
  const needs = { state: "claimed" };
  const { id } = (await call("POST", DOORS, token, { chatId, needs })).json.door;
  const path = `${DOORS}/${id}`;
  const claim = await submitForm(form);
  await TelegramEntry.create({
    workspaceId: owner.workspace.id,
    doorId: id,
    telegramUserId: "8123456701",
    submissionId: claim.id,
    state: "waiting",
    waitsFor: "evidence",
    dueAt: null,
    attemptCount: 0,
    createdAt: new Date(),
  });
  const list = await call("GET", DOORS, token);
  expect(list.json.doors).toMatchObject([{ id, due: 1 }]);
  expect(list.text).not.toContain("8123456701");
  expect(list.text).not.toContain("telegramUserId");
  const stranger = (await signInAs((await createForm()).owner)).token;
  for (const [method, body] of [["PATCH", { title: "Mine" }], ["DELETE"]] as const) {
    const { status, json } = await call(method, path, stranger, body);
    expect([method, status, json.code]).toEqual([method, 404, "not_found"]);
  }
  expect((await call("DELETE", path, await tokenOf(owner, "manager"))).status).toBe(403);
  expect((await call("DELETE", path, token)).status).toBe(204);
  expect((await call("DELETE", path, token)).status).toBe(404);
  expect((await call("GET", DOORS, token)).json).toEqual({ doors: [] });
  expect(await TelegramEntry.count()).toBe(0);
  const again = await call("POST", DOORS, token, { chatId, needs });
  expect([again.status, again.json.door.id]).toEqual([201, id]);
});
