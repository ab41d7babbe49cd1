import type { CallbackQuery, User } from "@grammyjs/types";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BOT, type StartedTelegram, startTelegram } from "./start-telegram.ts";

let telegram: StartedTelegram;
let person: User;
beforeAll(async () => {
  telegram = await startTelegram();
});
beforeEach(async () => {
  telegram.reset();
  await telegram.result("getMe");
  person = await telegram.people.createPerson({ first_name: "Ana", language_code: "es" });
});
afterAll(() => telegram.sandbox.close());

const start = () => telegram.people.pressLink(BOT, person);
const shown = () => telegram.people.messagesOf({ bot: BOT }, person);
const refusalOf = (given: object, method = "sendMessage") =>
  telegram.refusal(method, { chat_id: person.id, text: "Hello", ...given });
const buttons = (...row: object[]) => ({ reply_markup: { inline_keyboard: [row] } });

describe("messages of a bot", () => {
  test("a bot writes to nobody who has not started it, and to nobody who blocked it", async () => {
    expect(await refusalOf({})).toBe("Bad Request: chat not found");
    expect(await refusalOf({ chat_id: undefined })).toBe("Bad Request: chat_id is empty");
    await start();
    await telegram.people.block(BOT, person);
    expect(await refusalOf({})).toBe("Forbidden: bot was blocked by the user");
    await telegram.people.unblock(BOT, person);
    expect(await refusalOf({})).toBeNull();
    const changes = (await telegram.readUpdates()).flatMap(({ my_chat_member }) =>
      my_chat_member ? [my_chat_member.new_chat_member.status] : [],
    );
    expect(changes).toEqual(["kicked", "member"]);
  });

  test.each([
    ["", "message text is empty"],
    ["  ", "message text is empty"],
    ["😀".repeat(4097), "message is too long"],
    ["😀".repeat(4096), null],
  ])("a message of a bot has 1 to 4,096 characters (%#)", async (text, why) => {
    await start();
    expect(await refusalOf({ text })).toBe(why && `Bad Request: ${why}`);
  });

  test("a message in HTML loses its tags and keeps what they say", async () => {
    await start();
    const message = await telegram.send(
      person.id,
      'A <b>bold</b> &lt;word&gt; <a href="https://a.example/?a&amp;b">link</a>',
      {
        parse_mode: "HTML",
      },
    );
    expect(message).toMatchObject({
      text: "A bold <word> link",
      entities: [
        { type: "bold", offset: 2, length: 4 },
        { type: "text_link", offset: 14, length: 4, url: "https://a.example/?a&b" },
      ],
      chat: { id: person.id, type: "private", first_name: "Ana" },
      from: { id: BOT, is_bot: true },
    });
    expect(await refusalOf({ text: "a <blink>b</blink>", parse_mode: "HTML" })).toBe(
      `Bad Request: can't parse entities: Unsupported start tag "blink" at byte offset 2`,
    );
  });

  test.each([
    [
      "a button without what it does",
      [{ text: "A" }],
      "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
    ],
    ["data of 65 bytes", [{ text: "A", callback_data: "ñ".repeat(33) }], "BUTTON_DATA_INVALID"],
    ["data of none", [{ text: "A", callback_data: "" }], "BUTTON_DATA_INVALID"],
    [
      "a link that is none",
      [{ text: "A", url: "a page" }],
      "inline keyboard button URL 'a page' is invalid: Wrong HTTP URL",
    ],
  ])("a message with %s is refused", async (_, row, why) => {
    await start();
    expect(await refusalOf(buttons(...row))).toBe(`Bad Request: ${why}`);
    expect(await shown()).toHaveLength(1);
  });

  test("a person sees the buttons of a message and below the text box, until they are taken away", async () => {
    await start();
    await telegram.send(
      person.id,
      "Choose",
      buttons({ text: "Yes", callback_data: "y" }, { text: "Page", url: "https://a.example/" }),
    );
    await telegram.send(person.id, "Your number?", {
      reply_markup: { keyboard: [[{ text: "My number", request_contact: true }, "None"]] },
    });
    const seen = await telegram.people.seeChat({ bot: BOT }, person);
    expect(seen.messages[1]?.buttons).toEqual([
      [
        { text: "Yes", data: "y", url: null },
        { text: "Page", data: null, url: "https://a.example/" },
      ],
    ]);
    expect(seen.keyboard).toEqual([
      [
        { text: "My number", isContact: true },
        { text: "None", isContact: false },
      ],
    ]);
    await telegram.send(person.id, "Thanks", { reply_markup: { remove_keyboard: true } });
    expect((await telegram.people.seeChat({ bot: BOT }, person)).keyboard).toEqual([]);
  });

  test("an edited message keeps its id, and loses buttons that the edit does not name", async () => {
    await start();
    const { message_id } = await telegram.send(
      person.id,
      "Step 1",
      buttons({ text: "Next", callback_data: "n" }),
    );
    const edit = { message_id, text: "Step 2" };
    expect(
      await refusalOf(
        { message_id, text: "Step 1", ...buttons({ text: "Next", callback_data: "n" }) },
        "editMessageText",
      ),
    ).toMatch(/^Bad Request: message is not modified: /);
    expect(await refusalOf(edit, "editMessageText")).toBeNull();
    expect((await shown())[1]).toMatchObject({
      id: message_id,
      text: "Step 2",
      buttons: [],
      earlierTexts: ["Step 1"],
    });
    expect(
      await refusalOf(
        { message_id, ...buttons({ text: "Back", callback_data: "b" }) },
        "editMessageReplyMarkup",
      ),
    ).toBeNull();
    expect((await shown())[1]).toMatchObject({ text: "Step 2", buttons: [[{ text: "Back" }]] });
    expect(await refusalOf({ message_id: 1, text: "Mine" }, "editMessageText")).toBe(
      "Bad Request: message can't be edited",
    );
    expect(await refusalOf({ message_id: 99 }, "editMessageText")).toBe(
      "Bad Request: message to edit not found",
    );
  });

  test("a deleted message is gone, and one of three days ago stays", async () => {
    await start();
    const { message_id } = await telegram.send(person.id, "Secret");
    expect(await refusalOf({ message_id }, "deleteMessage")).toBeNull();
    expect(await refusalOf({ message_id }, "deleteMessage")).toBe("Bad Request: message to delete not found");
    expect((await shown()).map(({ text }) => text)).toEqual(["/start"]);
    telegram.clock.now += 72 * 60 * 60 * 1000;
    expect(await refusalOf({ message_id: 1 }, "deleteMessage")).toBe("Bad Request: message can't be deleted");
  });
});

describe("what a person does in the chat", () => {
  test("a deep link starts the bot with its token", async () => {
    await telegram.people.pressLink(`sandbox_${BOT}_bot`, person, "token_-1");
    expect((await telegram.readUpdates())[0]?.message).toMatchObject({
      text: "/start token_-1",
      entities: [{ type: "bot_command", offset: 0, length: 6 }],
      from: { id: person.id, first_name: "Ana", language_code: "es" },
      chat: { id: person.id, type: "private" },
    });
    await expect(telegram.people.pressLink(BOT, person, "x".repeat(65))).rejects.toThrow("start");
  });

  test("starting again takes a block away", async () => {
    await start();
    await telegram.people.block(BOT, person);
    await expect(telegram.people.say({ bot: BOT }, person, "Hello")).rejects.toThrow("The bot is blocked.");
    await start();
    expect(await refusalOf({})).toBeNull();
  });

  test.each([
    ["a file", { file: "proof.pdf" }, { document: { file_name: "proof.pdf" } }],
    ["a voice message", { voice: 7 }, { voice: { duration: 7 } }],
    ["an emoji", { sticker: "😀" }, { sticker: { emoji: "😀" } }],
    [
      "a number of their own",
      { contact: "+34600000001" },
      { contact: { phone_number: "+34600000001", user_id: 5_000_000_001 } },
    ],
    [
      "a friend's number",
      { friend: "+34600000002" },
      { contact: { phone_number: "+34600000002", first_name: "Friend" } },
    ],
  ])("a person sends %s", async (_, content, message) => {
    await telegram.people.say({ bot: BOT }, person, content);
    expect((await telegram.readUpdates())[0]?.message).toMatchObject(message);
  });

  test("a long text of a person comes in messages of 4,096 characters", async () => {
    await telegram.people.say({ bot: BOT }, person, "😀".repeat(4097));
    expect((await telegram.readUpdates()).map(({ message }) => [...(message?.text ?? "")].length)).toEqual([
      4096, 1,
    ]);
  });

  test("a person edits a message", async () => {
    const { messageIds } = await telegram.people.say({ bot: BOT }, person, "12345");
    await telegram.people.edit({ bot: BOT }, person, messageIds[0] ?? 0, "12346");
    expect((await telegram.readUpdates())[1]?.edited_message).toMatchObject({
      message_id: messageIds[0],
      text: "12346",
    });
  });

  test("a press of a button is answered once it came, within a minute", async () => {
    await start();
    const { message_id } = await telegram.send(
      person.id,
      "Sure?",
      buttons({ text: "Yes", callback_data: "y:1" }, { text: "Page", url: "https://a.example/" }),
    );
    expect(await telegram.people.press({ bot: BOT }, person, message_id, "Page")).toEqual({
      url: "https://a.example/",
    });
    const press = async () => {
      await telegram.people.press({ bot: BOT }, person, message_id, "Yes");
      return (await telegram.readUpdates()).at(-1)?.callback_query as CallbackQuery;
    };
    const query = await press();
    expect(query).toMatchObject({ from: { id: person.id }, data: "y:1", message: { message_id } });
    const answer = { callback_query_id: query.id, text: "Done", show_alert: true };
    expect(await telegram.refusal("answerCallbackQuery", { ...answer, text: "x".repeat(201) })).toBe(
      "Bad Request: MESSAGE_TOO_LONG",
    );
    expect(await telegram.refusal("answerCallbackQuery", answer)).toBeNull();
    expect((await telegram.people.seeChat({ bot: BOT }, person)).answer).toMatchObject({
      text: "Done",
      isAlert: true,
    });
    const late = await press();
    telegram.clock.now += 61_000;
    expect(await telegram.refusal("answerCallbackQuery", { callback_query_id: late.id })).toBe(
      "Bad Request: query is too old and response timeout expired or query ID is invalid",
    );
    await expect(telegram.people.press({ bot: BOT }, person, message_id, "No")).rejects.toThrow(
      "no such button",
    );
  });
});

describe("limits of sending", () => {
  test("a private chat takes a message a second after a burst of five", async () => {
    await start();
    for (let count = 0; count < 5; count += 1) expect(await refusalOf({})).toBeNull();
    expect(await telegram.call("sendMessage", { chat_id: person.id, text: "Hello" })).toEqual({
      ok: false,
      error_code: 429,
      description: "Too Many Requests: retry after 1",
      parameters: { retry_after: 1 },
    });
    telegram.clock.now += 1000;
    expect(await refusalOf({})).toBeNull();
    expect((await telegram.people.seeBot(BOT)).tooMany).toEqual({ all: 0, private: 1, group: 0 });
  });

  test("a group takes 20 messages a minute", async () => {
    const group = await telegram.people.createGroup({ type: "supergroup" });
    await telegram.people.placeBot(BOT, group.id, "member");
    const refused = async () => (await refusalOf({ chat_id: group.id })) !== null;
    let sent = 0;
    while (!(await refused())) sent += 1;
    telegram.clock.now += 60_000;
    while (!(await refused())) sent += 1;
    expect(sent).toBe(43);
    expect((await telegram.people.seeBot(BOT)).tooMany).toEqual({ all: 0, private: 0, group: 2 });
  });

  test("a bot sends 30 messages a second to different people", async () => {
    const people = await telegram.people.createPeople(80);
    for (const one of people) await telegram.people.pressLink(BOT, one);
    const answers = await Promise.all(
      people.map(({ id }) => telegram.refusal("sendMessage", { chat_id: id, text: "Hi" })),
    );
    expect(answers.filter((why) => why === null)).toHaveLength(45);
    telegram.clock.now += 1000;
    const later = await Promise.all(
      people.map(({ id }) => telegram.refusal("sendMessage", { chat_id: id, text: "Hi" })),
    );
    expect(later.filter((why) => why === null)).toHaveLength(30);
    await telegram.people.changeSettings({ pace: 100 });
    telegram.clock.now += 1000;
    const fast = await Promise.all(
      people.map(({ id }) => telegram.refusal("sendMessage", { chat_id: id, text: "Hi" })),
    );
    expect(fast.filter((why) => why !== null)).toEqual([]);
  });
});
