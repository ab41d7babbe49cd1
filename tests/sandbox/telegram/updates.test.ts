import type { Update, WebhookInfo } from "@grammyjs/types";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { BOT, DOOR_RIGHTS, type StartedTelegram, startTelegram, startWebhook } from "./start-telegram.ts";

let telegram: StartedTelegram;
beforeAll(async () => {
  telegram = await startTelegram();
});
beforeEach(async () => {
  telegram.reset();
  await telegram.result("getMe");
});
afterAll(() => telegram.sandbox.close());

const textOf = ({ message }: Update) => message?.text;

async function openWebhook(...[answer]: Parameters<typeof startWebhook>) {
  const webhook = await startWebhook(answer);
  onTestFinished(webhook.close);
  return webhook;
}

/** People who each said one word to the bot. */
async function letSay(...words: string[]) {
  const people = await telegram.people.createPeople(words.length);
  for (const [index, person] of people.entries())
    await telegram.people.say({ bot: BOT }, person, words[index] ?? "");
  return people;
}

describe("updates by getUpdates", () => {
  test("getUpdates gives updates in order until a higher offset confirms them", async () => {
    await letSay("one", "two", "three");
    const first = await telegram.result<Update[]>("getUpdates", { limit: 2 });
    expect(first.map(textOf)).toEqual(["one", "two"]);
    expect(await telegram.result("getUpdates", { limit: 2 })).toEqual(first);
    const offset = (first.at(-1)?.update_id ?? 0) + 1;
    expect((await telegram.result<Update[]>("getUpdates", { offset })).map(textOf)).toEqual(["three"]);
    expect((await telegram.people.seeBot(BOT)).pendingUpdates).toBe(1);
    await letSay("four");
    expect((await telegram.result<Update[]>("getUpdates", { offset: -1 })).map(textOf)).toEqual(["four"]);
  });

  test("getUpdates waits for an update", async () => {
    const waiting = telegram.result<Update[]>("getUpdates", { timeout: 50 });
    await eventually(async () =>
      expect((await telegram.people.seeBot(BOT)).calls).toMatchObject({ getUpdates: 1 }),
    );
    await letSay("at last");
    expect((await waiting).map(textOf)).toEqual(["at last"]);
  });

  test("getUpdates ends when its time is over", async () => {
    expect(await telegram.result("getUpdates", { timeout: 1 })).toEqual([]);
  });

  test("a second getUpdates ends the first, and a webhook ends both", async () => {
    const first = telegram.refusal("getUpdates", { timeout: 50 });
    await eventually(async () =>
      expect((await telegram.people.seeBot(BOT)).calls).toMatchObject({ getUpdates: 1 }),
    );
    const second = telegram.refusal("getUpdates", { timeout: 50 });
    expect(await first).toBe(
      "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
    );
    await telegram.result("setWebhook", { url: "http://127.0.0.1:9/" });
    expect(await second).toBe("Conflict: terminated by setWebhook request");
    expect(await telegram.refusal("getUpdates")).toBe(
      "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    );
  });

  test("an update whose kind is not named does not come, and some kinds come only when they are named", async () => {
    const group = await telegram.people.createGroup({ type: "channel" });
    await telegram.people.placeBot(BOT, group.id, DOOR_RIGHTS);
    const { invite_link } = await telegram.createLink(group.id);
    const ask = async () => {
      const person = await telegram.people.createPerson();
      await telegram.people.askToJoin(person, invite_link);
    };
    const kinds = async () =>
      (await telegram.readUpdates()).flatMap((update) =>
        Object.keys(update).filter((key) => key !== "update_id"),
      );
    await ask();
    expect(await kinds()).toEqual(["my_chat_member"]);
    await ask();
    expect(await kinds()).toEqual(["chat_join_request"]);
    await telegram.result("getUpdates", { allowed_updates: ["message"] });
    await ask();
    await letSay("hello");
    expect(await kinds()).toEqual(["message"]);
  });
});

describe("updates by webhook", () => {
  test("a webhook gets each update once, with the secret token", async () => {
    const webhook = await openWebhook();
    await letSay("before");
    await telegram.result("setWebhook", { url: webhook.url, secret_token: "a-secret_1" });
    await letSay("after");
    await eventually(async () => expect((await telegram.people.seeBot(BOT)).pendingUpdates).toBe(0));
    expect(webhook.received.map(({ update, secret }) => [textOf(update), secret])).toEqual([
      ["before", "a-secret_1"],
      ["after", "a-secret_1"],
    ]);
  });

  test("what waits is dropped where the call asks for it", async () => {
    const webhook = await openWebhook();
    await letSay("before");
    await telegram.result("setWebhook", { url: webhook.url, drop_pending_updates: true });
    await letSay("after");
    await eventually(() => expect(webhook.received.map(({ update }) => textOf(update))).toEqual(["after"]));
  });

  test("a webhook that fails gets the update again until it takes it, and only this chat waits", async () => {
    await telegram.people.changeSettings({ retryMs: 1 });
    let isOtherHere = false;
    const webhook = await openWebhook(({ message }) => {
      if (message?.text === "other chat") isOtherHere = true;
      return isOtherHere ? 200 : 503;
    });
    const texts = () => webhook.received.map(({ update }) => textOf(update));
    await telegram.result("setWebhook", { url: webhook.url });
    const [person] = await letSay("one");
    if (person) await telegram.people.say({ bot: BOT }, person, "two");
    await eventually(() => expect(texts().slice(0, 2)).toEqual(["one", "one"]));
    await letSay("other chat");
    await eventually(async () => expect((await telegram.people.seeBot(BOT)).pendingUpdates).toBe(0));
    expect(texts().filter((text) => text === "other chat")).toHaveLength(1);
    expect(texts().at(-1)).toBe("two");
    expect(await telegram.result<WebhookInfo>("getWebhookInfo")).toMatchObject({
      last_error_message: "Wrong response from the webhook: 503 Service Unavailable",
      last_error_date: telegram.clock.now / 1000,
    });
  });

  test("a webhook has several connections at once, as many as it asks for", async () => {
    const open: (() => void)[] = [];
    const webhook = await openWebhook(() => new Promise<number>((resolve) => open.push(() => resolve(200))));
    await telegram.result("setWebhook", { url: webhook.url, max_connections: 3 });
    await letSay("1", "2", "3", "4", "5");
    await eventually(() => expect(open).toHaveLength(3));
    for (const answer of open.splice(0)) answer();
    await eventually(() => expect(open).toHaveLength(2));
    expect((await telegram.people.seeBot(BOT)).pendingUpdates).toBe(2);
    for (const answer of open) answer();
    await eventually(async () => expect((await telegram.people.seeBot(BOT)).pendingUpdates).toBe(0));
  });

  test("a webhook where nobody listens is told of", async () => {
    const webhook = await startWebhook();
    await webhook.close();
    await telegram.result("setWebhook", { url: webhook.url });
    await letSay("hello");
    await eventually(async () =>
      expect(await telegram.result<WebhookInfo>("getWebhookInfo")).toMatchObject({
        last_error_message: "Connection refused",
        pending_update_count: 1,
      }),
    );
  });
});

describe("updates that come again, late or from nowhere", () => {
  test("an update can be replayed after it was confirmed", async () => {
    await letSay("hello");
    const [update] = await telegram.readUpdates();
    await telegram.people.replay(BOT, update?.update_id ?? 0);
    const offset = (update?.update_id ?? 0) + 1;
    expect(await telegram.result("getUpdates", { offset })).toEqual([update]);
    expect(await telegram.result("getUpdates", { offset })).toEqual([]);
    await expect(telegram.people.replay(BOT, 1)).rejects.toThrow("The bot had no such update.");
  });

  test("held updates come out of order where a program asks for it", async () => {
    await telegram.people.holdUpdates(BOT);
    await letSay("one", "two");
    expect(await telegram.readUpdates()).toEqual([]);
    await telegram.people.releaseUpdates(BOT, true);
    expect((await telegram.readUpdates()).map(textOf)).toEqual(["two", "one"]);
    await telegram.people.holdUpdates(BOT);
    await letSay("three", "four");
    await telegram.people.releaseUpdates(BOT);
    expect((await telegram.readUpdates()).map(textOf)).toEqual(["three", "four"]);
  });

  test("a program can send any update", async () => {
    const update = { update_id: 7, poll: { id: "1" } } as unknown as Update;
    await telegram.people.sendUpdate(BOT, update);
    expect(await telegram.readUpdates()).toEqual([update]);
  });
});
