import type { Update, User } from "@grammyjs/types";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { BOT, DOOR_RIGHTS, type StartedTelegram, startTelegram, startWebhook } from "./start-telegram.ts";

const USERNAME = `sandbox_${BOT}_bot`;
const TAP = {
  inline_keyboard: [
    [
      { text: "I <agree>", callback_data: "agree" },
      { text: "Page", url: "https://a.example/" },
    ],
  ],
};

let telegram: StartedTelegram;
beforeAll(async () => {
  telegram = await startTelegram();
});
beforeEach(async () => {
  telegram.reset();
  await telegram.result("getMe");
});
afterAll(() => telegram.sandbox.close());

async function open(path: string) {
  const response = await fetch(telegram.sandbox.url + path);
  return { status: response.status, headers: response.headers, page: await response.text() };
}

/** Sends a form as a browser does, and follows where it leads. */
async function submit(fields: Record<string, string>) {
  const response = await fetch(`${telegram.sandbox.url}/telegram/chat`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  return { address: new URL(response.url), page: await response.text() };
}

/** A bot that says something to whatever comes. */
async function answerWith(answer: (update: Update) => Promise<unknown>) {
  const webhook = await startWebhook(async (update) => {
    await answer(update);
    return 200;
  });
  onTestFinished(webhook.close);
  await telegram.result("setWebhook", { url: webhook.url });
}

describe("t.me in the sandbox", () => {
  test("a deep link shows the bot with Start, and which person one is", async () => {
    const person = await telegram.people.createPerson({ first_name: "Ana <3" });
    await submit({ act: "block", bot: String(BOT), person: String(person.id) });
    const { status, headers, page } = await open(`/t.me/${USERNAME}?start=token_-1`);
    expect(status).toBe(200);
    expect(page).toContain(`<input type="hidden" name="start" value="token_-1">`);
    expect(page).toContain("<button>Start</button>");
    expect(page).toMatch(/<option value="\d+" selected>Ana &lt;3 \(\d+\)<\/option>/);
    expect(page).not.toContain("<script");
    expect(headers.get("content-security-policy")).toContain("form-action 'self'");
  });

  test.each([
    "/t.me/unknown_bot",
    "/t.me/sandbox_799999999_bot",
    `/t.me/${USERNAME}?start=${"x".repeat(65)}`,
    `/t.me/${USERNAME}?start=a%20b`,
    "/t.me/+unknown",
    "/telegram/chat?bot=1&person=1",
  ])("Telegram's sandbox has no page at %s", async (path) => {
    const { status, page } = await open(path);
    expect(status).toBe(404);
    expect(page).toContain("Telegram has no such page");
  });

  test("an invite link asks to join, and is no page once it is revoked", async () => {
    const person = await telegram.people.createPerson();
    const { id } = await telegram.people.createGroup({ type: "channel", title: "Inside" });
    await telegram.people.placeBot(BOT, id, DOOR_RIGHTS);
    const { invite_link } = await telegram.createLink(id);
    const { page } = await open(new URL(invite_link).pathname);
    expect(page).toContain("<h1>Inside</h1>");
    expect(page).toContain("<button>Ask to join</button>");
    await submit({ act: "ask", bot: String(BOT), person: String(person.id), link: invite_link });
    expect((await telegram.people.seeGroup(id)).requests).toEqual([person.id]);
    await telegram.result("revokeChatInviteLink", { chat_id: id, invite_link });
    expect((await open(new URL(invite_link).pathname)).status).toBe(404);
  });
});

describe("the page of a chat", () => {
  test("from a deep link to the bot's answer: Start reaches the webhook, and the page shows what the bot says", async () => {
    await answerWith(async ({ message }) => {
      if (message?.text === "/start token_-1")
        await telegram.send(message.chat.id, "Hola <b>Ana</b>", { parse_mode: "HTML", reply_markup: TAP });
    });
    const { address, page } = await submit({
      act: "start",
      bot: String(BOT),
      start: "token_-1",
      person: "new",
      first_name: "Ana",
      language_code: "es",
    });
    expect(address.pathname).toBe("/telegram/chat");
    expect(page).toContain("Hola <strong>Ana</strong>");
    expect(page).toContain("<button>I &lt;agree&gt;</button>");
    expect(page).toContain(`<a href="https://a.example/">Page</a>`);
    expect(page).toContain(`<option value="es" selected>`);
  });

  test("a press of a button on the page is a callback query, and its answer is shown", async () => {
    const person = await telegram.people.createPerson();
    await telegram.people.pressLink(BOT, person);
    const { message_id } = await telegram.send(person.id, "Agree?", { reply_markup: TAP });
    await telegram.readUpdates();
    await answerWith(async ({ callback_query: query }) => {
      await telegram.result("answerCallbackQuery", {
        callback_query_id: query?.id,
        text: `You pressed ${query?.data}`,
      });
      await telegram.result("editMessageText", { chat_id: person.id, message_id, text: "Agreed" });
    });
    const { page } = await submit({
      act: "press",
      bot: String(BOT),
      person: String(person.id),
      messageId: String(message_id),
      button: "agree",
    });
    expect(page).toContain("You pressed agree");
    expect(page).toContain("Agreed");
    expect(page).not.toContain("I &lt;agree&gt;");
    expect(page).toContain("edited");
  });

  test("the page writes, shares the own number, changes the language and blocks the bot", async () => {
    const person = await telegram.people.createPerson();
    const who = { bot: String(BOT), person: String(person.id) };
    await telegram.people.pressLink(BOT, person);
    await telegram.send(person.id, "Number?", {
      reply_markup: { keyboard: [[{ text: "My number", request_contact: true }]] },
    });
    expect((await open(`/telegram/chat?${new URLSearchParams(who)}`)).page).toContain(
      "<button>My number</button>",
    );
    await answerWith(async ({ message }) => {
      if (message) await telegram.send(person.id, message.contact ? "A number" : "A text");
    });
    expect((await submit({ ...who, act: "say", text: "<hello>" })).page).toContain("&lt;hello&gt;");
    expect((await submit({ ...who, act: "say", contact: "+34600000001" })).page).toContain("A number");
    expect((await submit({ ...who, act: "people", id: who.person, language_code: "pl" })).page).toContain(
      `<option value="pl" selected>`,
    );
    const { page } = await submit({ ...who, act: "block" });
    expect(page).toContain("The bot is blocked.");
    expect(page).not.toContain("<button>Send</button>");
    expect((await submit({ ...who, act: "say", text: "hello" })).page).toContain(
      `<strong>The bot is blocked.</strong>`,
    );
  });

  test("the page lists the channels of the bot, to ask, to take the request back and to leave", async () => {
    const person: User = await telegram.people.createPerson();
    const who = { bot: String(BOT), person: String(person.id) };
    const { address, page: home } = await submit({
      act: "groups",
      bot: String(BOT),
      type: "channel",
      title: "Inside",
      may: "yes",
    });
    const id = /has the id (-\d+)/.exec(address.searchParams.get("said") ?? "")?.[1] ?? "";
    expect(home).toContain("Inside, channel");
    const { invite_link } = await telegram.createLink(Number(id), {
      creates_join_request: true,
      name: "Door",
    });
    const show = async () => (await open(`/telegram/chat?${new URLSearchParams(who)}`)).page;
    expect(await show()).toContain("<button>Ask to join: Door</button>");
    await telegram.people.askToJoin(person, invite_link);
    expect(await show()).toContain("<button>Take the request back</button>");
    await telegram.result("approveChatJoinRequest", { chat_id: id, user_id: person.id });
    expect(await show()).toContain("<button>Leave</button>");
    await submit({ ...who, act: "leave", group: id });
    expect(await telegram.people.membersOf(Number(id))).toEqual([]);
  });

  test("a page that is watched reloads itself", async () => {
    const person = await telegram.people.createPerson();
    const path = `/telegram/chat?bot=${BOT}&person=${person.id}`;
    expect((await open(path)).headers.get("refresh")).toBeNull();
    expect((await open(`${path}&watch=1`)).headers.get("refresh")).toBe("2");
  });
});
