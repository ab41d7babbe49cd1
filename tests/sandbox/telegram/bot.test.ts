import type { WebhookInfo } from "@grammyjs/types";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BOT, type StartedTelegram, startTelegram, TOKEN } from "./start-telegram.ts";

let telegram: StartedTelegram;
beforeAll(async () => {
  telegram = await startTelegram();
});
beforeEach(() => telegram.reset());
afterAll(() => telegram.sandbox.close());

const postFault = (fault: object) =>
  fetch(`${telegram.sandbox.url}/faults`, { method: "POST", body: JSON.stringify(fault) });

describe("a bot and its token", () => {
  test("Telegram's sandbox knows every token that looks like one, and names its bot after it", async () => {
    expect(await telegram.result("getMe")).toMatchObject({
      id: BOT,
      is_bot: true,
      username: `sandbox_${BOT}_bot`,
    });
  });

  test.each(["sandbox-token", "12:short", `${BOT}:short`, `0${TOKEN}`])(
    "Telegram's sandbox refuses the token %s",
    async (token) => expect(await telegram.refusal("getMe", {}, token)).toBe("Unauthorized"),
  );

  test("Telegram's sandbox refuses a token that was revoked, and takes a new one of the same bot", async () => {
    await telegram.result("getMe");
    await telegram.people.revokeBot(BOT);
    expect(await telegram.refusal("getMe")).toBe("Unauthorized");
    expect(await telegram.result("getMe", {}, TOKEN.replace("sandbox", "renewed"))).toMatchObject({
      id: BOT,
    });
  });

  test("Telegram's sandbox has no other methods, and finds those it has in any case of letters", async () => {
    expect(await telegram.refusal("sendDice")).toBe("Not Found: method not found");
    expect(await telegram.refusal("GETME")).toBeNull();
  });

  test.each([
    ["a query", "GET", undefined, undefined],
    ["a form", "POST", "application/x-www-form-urlencoded", "chat_id=5"],
    ["JSON", "POST", "application/json", `{"chat_id":5}`],
    [
      "parts",
      "POST",
      "multipart/form-data; boundary=b",
      '--b\r\nContent-Disposition: form-data; name="chat_id"\r\n\r\n5\r\n--b--\r\n',
    ],
  ])("Telegram's sandbox reads a call from %s", async (_, method, type, body) => {
    const query = method === "GET" ? "?chat_id=5" : "";
    const response = await fetch(`${telegram.sandbox.url}/bot${TOKEN}/getChat${query}`, {
      method,
      ...(type && body && { headers: { "content-type": type }, body }),
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      { ok: false, error_code: 400, description: "Bad Request: chat not found" },
    ]);
  });

  test("Telegram's sandbox keeps a bot's commands by language, and refuses what is no command", async () => {
    const commands = [{ command: "status", description: "Where the claim is" }];
    await telegram.result("setMyCommands", { commands, language_code: "es" });
    expect((await telegram.people.seeBot(BOT)).commands).toEqual({ es: commands });
    const bad = [{ command: "Status!", description: "" }];
    expect(await telegram.refusal("setMyCommands", { commands: bad })).toBe(
      "Bad Request: BOT_COMMAND_INVALID",
    );
  });
});

describe("a webhook that is set", () => {
  test.each([
    ["http://bot.example/updates", "bad webhook: An HTTPS URL must be provided for webhook"],
    ["no address", "bad webhook: An HTTPS URL must be provided for webhook"],
    ["https://bot.example:3000/", "bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443"],
  ])("Telegram's sandbox refuses the webhook %s", async (url, why) =>
    expect(await telegram.refusal("setWebhook", { url })).toBe(`Bad Request: ${why}`),
  );

  test.each([
    "https://bot.example/updates",
    "http://localhost:3000/updates",
    "http://127.0.0.1:3000/updates",
  ])("Telegram's sandbox takes the webhook %s", async (url) => {
    expect(await telegram.call("setWebhook", { url })).toMatchObject({ description: "Webhook was set" });
    expect(await telegram.result<WebhookInfo>("getWebhookInfo")).toMatchObject({ url, max_connections: 40 });
  });

  test.each([
    ["has spaces", "secret token contains unallowed characters"],
    ["x".repeat(257), "secret token is too long"],
  ])("Telegram's sandbox refuses the secret token %s", async (secret_token, why) =>
    expect(await telegram.refusal("setWebhook", { url: "https://bot.example/", secret_token })).toBe(
      `Bad Request: ${why}`,
    ),
  );

  test("Telegram's sandbox forgets a webhook that is deleted, or set to nothing", async () => {
    await telegram.result("setWebhook", { url: "https://bot.example/", allowed_updates: ["message"] });
    expect(await telegram.result("getWebhookInfo")).toMatchObject({ allowed_updates: ["message"] });
    expect(await telegram.call("deleteWebhook")).toMatchObject({ description: "Webhook was deleted" });
    expect(await telegram.call("setWebhook", { url: "" })).toMatchObject({
      description: "Webhook is already deleted",
    });
    expect(await telegram.result("getWebhookInfo")).toMatchObject({ url: "" });
  });
});

describe("faults of Telegram's sandbox", () => {
  test("Telegram's sandbox plays a fault for a bot's token, so often as it was told", async () => {
    await postFault({ token: TOKEN, fault: "429", times: 1 });
    expect(await telegram.call("getMe")).toEqual({
      ok: false,
      error_code: 429,
      description: "Too Many Requests: retry after 35",
      parameters: { retry_after: 35 },
    });
    expect(await telegram.refusal("getMe")).toBeNull();
  });

  test("Telegram's sandbox plays a fault for one method only", async () => {
    await postFault({ asset: `${BOT}/sendMessage`, fault: "expired" });
    expect(await telegram.refusal("getMe")).toBeNull();
    expect(await telegram.refusal("sendMessage")).toBe("Unauthorized");
  });

  test.each(["500", "html-200", "oversized-200"])("Telegram's sandbox plays %s", async (fault) => {
    await postFault({ token: TOKEN, fault });
    const response = await fetch(`${telegram.sandbox.url}/bot${TOKEN}/getMe`);
    expect(response.status).toBe(fault === "500" ? 500 : 200);
    expect(response.headers.get("content-type")).toContain("html");
  });

  test("Telegram's sandbox lets a call hang", async () => {
    await postFault({ token: TOKEN, fault: "hangs" });
    const signal = AbortSignal.timeout(300);
    await expect(fetch(`${telegram.sandbox.url}/bot${TOKEN}/getMe`, { signal })).rejects.toThrow("timeout");
  });

  test.each(["half", "reset"])(
    "Telegram's sandbox does what a call asks when its answer is lost by %s",
    async (fault) => {
      const person = await telegram.people.createPerson();
      await telegram.result("getMe");
      await telegram.people.pressLink(BOT, person);
      await postFault({ token: TOKEN, fault, times: 1 });
      await expect(telegram.send(person.id, "Hello")).rejects.toThrow();
      expect((await telegram.people.messagesOf({ bot: BOT }, person)).map(({ text }) => text)).toEqual([
        "/start",
        "Hello",
      ]);
    },
  );
});

test("Telegram's sandbox names no token in its log, and nothing of it is an event of an ad platform", async () => {
  await telegram.result("getMe");
  expect(telegram.lines.at(-1)).toBe(`POST /bot${BOT}/getMe 200`);
  expect(telegram.sandbox.events()).toEqual([]);
  const page = await fetch(`${telegram.sandbox.url}/received`);
  expect(await page.text()).not.toContain("Telegram");
});
