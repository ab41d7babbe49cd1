import type { ChatJoinRequest, User } from "@grammyjs/types";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DEMO_BOT, DEMO_CHANNEL, DEMO_PEOPLE, playDemoChannel } from "../../../scripts/demo-channel.ts";
import { BOT, DOOR_RIGHTS, type StartedTelegram, startTelegram } from "./start-telegram.ts";

let telegram: StartedTelegram;
let person: User;
let channel: number;
beforeAll(async () => {
  telegram = await startTelegram();
});
beforeEach(async () => {
  telegram.reset();
  await telegram.result("getMe");
  person = await telegram.people.createPerson({ first_name: "Ana" });
  channel = (await telegram.people.createGroup({ type: "channel", title: "Inside" })).id;
  await telegram.people.placeBot(BOT, channel, DOOR_RIGHTS);
  await telegram.readUpdates();
});
afterAll(() => telegram.sandbox.close());

const refusalOf = (method: string, more: object = {}) =>
  telegram.refusal(method, { chat_id: channel, user_id: person.id, ...more });
const statusOf = async () =>
  (await telegram.result<{ status: string }>("getChatMember", { chat_id: channel, user_id: person.id }))
    .status;
const ask = async (one = person) => {
  const { invite_link } = await telegram.createLink(channel);
  await telegram.people.askToJoin(one, invite_link);
  return invite_link;
};
/** What bots are told of members: from what to what, by whom. */
const readChanges = async () =>
  (await telegram.readUpdates()).flatMap(({ chat_member: change }) =>
    change ? [[change.old_chat_member.status, change.new_chat_member.status, change.from.id]] : [],
  );

describe("invite links", () => {
  test("a link for requests has a name and no number of uses", async () => {
    const link = await telegram.createLink(channel, { name: "Door", creates_join_request: true });
    expect(link).toMatchObject({
      name: "Door",
      creates_join_request: true,
      is_revoked: false,
      creator: { id: BOT },
    });
    expect(link.invite_link).toMatch(/\/t\.me\/\+\w{16}$/);
    expect(await refusalOf("createChatInviteLink", { creates_join_request: true, member_limit: 1 })).toMatch(
      /^Bad Request: member_limit can't be specified/,
    );
    expect(await refusalOf("createChatInviteLink", { name: "x".repeat(33) })).toBe(
      "Bad Request: INVITE_LINK_NAME_TOO_LONG",
    );
  });

  test("a revoked link, an expired one and one that was used up let nobody ask", async () => {
    const { invite_link } = await telegram.createLink(channel);
    expect(await refusalOf("revokeChatInviteLink", { invite_link })).toBeNull();
    const expired = await telegram.createLink(channel, { expire_date: telegram.clock.now / 1000 + 60 });
    telegram.clock.now += 61_000;
    const single = await telegram.createLink(channel, { member_limit: 1 });
    expect(await telegram.people.askToJoin(person, single.invite_link)).toEqual({ state: "joined" });
    const other = await telegram.people.createPerson();
    for (const link of [invite_link, expired.invite_link, single.invite_link, "+unknown"])
      await expect(telegram.people.askToJoin(other, link)).rejects.toThrow("The link has expired.");
  });

  test.each([
    ["createChatInviteLink", "not enough rights to manage chat invite link"],
    ["approveChatJoinRequest", "not enough rights"],
    ["declineChatJoinRequest", "not enough rights"],
  ])("%s needs the right to invite", async (method, why) => {
    await ask();
    await telegram.people.placeBot(BOT, channel, { can_restrict_members: true });
    expect(await refusalOf(method)).toBe(`Bad Request: ${why}`);
  });
});

describe("requests to join", () => {
  test("a request names the person, the chat and the link, and is approved once", async () => {
    const invite_link = await ask();
    const request = (await telegram.readUpdates())[0]?.chat_join_request as ChatJoinRequest;
    expect(request).toMatchObject({
      chat: { id: channel, type: "channel", title: "Inside" },
      from: { id: person.id },
      user_chat_id: person.id,
      invite_link: { invite_link, pending_join_request_count: 1 },
    });
    expect(await telegram.people.seeGroup(channel)).toMatchObject({ requests: [person.id] });
    expect(await refusalOf("approveChatJoinRequest")).toBeNull();
    expect(await telegram.people.membersOf(channel)).toEqual([person.id]);
    expect((await telegram.readUpdates())[0]?.chat_member).toMatchObject({
      old_chat_member: { status: "left" },
      new_chat_member: { status: "member", user: { id: person.id } },
      invite_link: { invite_link },
      via_join_request: true,
    });
    expect(await refusalOf("approveChatJoinRequest")).toBe("Bad Request: USER_ALREADY_PARTICIPANT");
  });

  test("a request that is declined, taken back or never came is none", async () => {
    expect(await refusalOf("approveChatJoinRequest")).toBe("Bad Request: HIDE_REQUESTER_MISSING");
    await ask();
    expect(await refusalOf("declineChatJoinRequest")).toBeNull();
    expect(await refusalOf("approveChatJoinRequest")).toBe("Bad Request: HIDE_REQUESTER_MISSING");
    await ask();
    await telegram.people.leave(person, channel);
    expect(await refusalOf("declineChatJoinRequest")).toBe("Bad Request: HIDE_REQUESTER_MISSING");
    expect(await telegram.people.membersOf(channel)).toEqual([]);
  });

  test("a bot without the right to invite hears of no request, and may not write to who asked", async () => {
    const { invite_link } = await telegram.createLink(channel);
    await telegram.people.placeBot(BOT, channel, { can_restrict_members: true });
    await telegram.readUpdates();
    await telegram.people.askToJoin(person, invite_link);
    expect(await telegram.readUpdates()).toEqual([]);
    expect(await refusalOf("sendMessage", { chat_id: person.id, text: "Hello" })).toBe(
      "Bad Request: chat not found",
    );
  });

  test("a bot may write for five minutes to one who asked, until the request is decided", async () => {
    await ask();
    expect(await refusalOf("sendMessage", { chat_id: person.id, text: "Hello" })).toBeNull();
    telegram.clock.now += 5 * 60_000;
    const late = "Forbidden: bot can't initiate conversation with a user";
    expect(await refusalOf("sendMessage", { chat_id: person.id, text: "Hello" })).toBe(late);
    const other = await telegram.people.createPerson();
    await ask(other);
    await telegram.result("declineChatJoinRequest", { chat_id: channel, user_id: other.id });
    expect(await refusalOf("sendMessage", { chat_id: other.id, text: "Hello" })).toBe(late);
  });

  test("10,000 people ask at once, and each is told of once", async () => {
    const { invite_link } = await telegram.createLink(channel);
    const people = await telegram.people.askManyToJoin(invite_link, 10_000);
    const asked: number[] = [];
    for (;;) {
      const updates = await telegram.readUpdates();
      if (updates.length === 0) break;
      asked.push(...updates.map(({ chat_join_request }) => chat_join_request?.from.id ?? 0));
    }
    expect(asked).toEqual(people.map(({ id }) => id));
  });
});

describe("members", () => {
  test("a member who is banned and unbanned is out, and may ask again", async () => {
    await telegram.people.join(person, channel);
    expect(await statusOf()).toBe("member");
    expect(await refusalOf("banChatMember")).toBeNull();
    expect(await statusOf()).toBe("kicked");
    await expect(ask()).rejects.toThrow("They were removed from the chat.");
    expect(await refusalOf("unbanChatMember", { only_if_banned: true })).toBeNull();
    expect(await statusOf()).toBe("left");
    await ask();
    expect(await readChanges()).toEqual([
      ["left", "member", person.id],
      ["member", "kicked", BOT],
      ["kicked", "left", BOT],
    ]);
  });

  test("unbanChatMember touches a member only where only_if_banned is left out", async () => {
    await telegram.people.join(person, channel);
    await telegram.result("unbanChatMember", { chat_id: channel, user_id: person.id, only_if_banned: true });
    expect(await statusOf()).toBe("member");
    await telegram.result("unbanChatMember", { chat_id: channel, user_id: person.id });
    expect(await statusOf()).toBe("left");
  });

  test("bots hear of one who leaves, if they are administrators", async () => {
    await telegram.people.join(person, channel);
    await telegram.people.leave(person, channel);
    await telegram.people.placeBot(BOT, channel, "member");
    await telegram.people.join(person, channel);
    expect(await readChanges()).toEqual([
      ["left", "member", person.id],
      ["member", "left", person.id],
    ]);
  });

  test("removing somebody needs the right to, and never touches the owner or the bot", async () => {
    const [owner] = (await telegram.people.seeGroup(channel)).members;
    expect(await refusalOf("banChatMember", { user_id: owner?.id })).toBe(
      "Bad Request: can't remove chat owner",
    );
    expect(await refusalOf("banChatMember", { user_id: BOT })).toBe("Bad Request: can't restrict self");
    expect(await refusalOf("banChatMember", { user_id: 1 })).toBe("Bad Request: user not found");
    await telegram.people.placeBot(BOT, channel, { can_invite_users: true });
    expect(await refusalOf("banChatMember")).toBe(
      "Bad Request: not enough rights to restrict/unrestrict chat member",
    );
  });

  test("a bot sees its own rights among the administrators", async () => {
    const administrators = await telegram.result<object[]>("getChatAdministrators", { chat_id: channel });
    expect(administrators).toMatchObject([
      { status: "creator" },
      { status: "administrator", user: { id: BOT }, can_invite_users: true, can_promote_members: false },
    ]);
    await telegram.people.placeBot(BOT, channel, "member");
    expect(await refusalOf("getChatAdministrators")).toBe("Bad Request: member list is inaccessible");
    expect(await refusalOf("getChatMember")).toBe("Bad Request: member list is inaccessible");
    expect(await refusalOf("sendMessage", { text: "News" })).toBe(
      "Bad Request: need administrator rights in the channel chat",
    );
  });

  test("a bot that is taken out, or that leaves, may do nothing in the chat any more", async () => {
    expect(await telegram.result("getChat", { chat_id: channel })).toMatchObject({
      id: channel,
      title: "Inside",
    });
    await telegram.people.placeBot(BOT, channel, null);
    const out = "Forbidden: bot is not a member of the channel chat";
    expect(await refusalOf("getChat")).toBe(out);
    expect((await telegram.readUpdates())[0]?.my_chat_member).toMatchObject({
      old_chat_member: { status: "administrator", can_invite_users: true },
      new_chat_member: { status: "left" },
    });
    await telegram.people.placeBot(BOT, channel, DOOR_RIGHTS);
    expect(await refusalOf("leaveChat")).toBeNull();
    expect(await refusalOf("leaveChat")).toBe(out);
    expect(await refusalOf("getChat", { chat_id: -5 })).toBe("Bad Request: chat not found");
  });
});

describe("groups in which people write", () => {
  test("a group shows who came and who went, and a channel does not", async () => {
    const group = (await telegram.people.createGroup({ type: "supergroup" })).id;
    await telegram.people.placeBot(BOT, group, "member");
    for (const place of [group, channel]) {
      await telegram.people.join(person, place);
      await telegram.people.leave(person, place);
    }
    const shown = (await telegram.readUpdates()).flatMap(({ message }) =>
      message ? [[message.chat.id, message.new_chat_members?.[0]?.id, message.left_chat_member?.id]] : [],
    );
    expect(shown).toEqual([
      [group, BOT, undefined],
      [group, person.id, undefined],
      [group, undefined, person.id],
    ]);
    expect((await telegram.people.messagesOf({ group }, person)).map(({ text }) => text)).toEqual([
      `Sandbox bot ${BOT} joined`,
      "Ana joined",
      "Ana left",
    ]);
  });

  test("a bot reads everything as an administrator, and commands alone without", async () => {
    const group = (await telegram.people.createGroup({ type: "supergroup" })).id;
    await telegram.people.placeBot(BOT, group, "member");
    await expect(telegram.people.say({ group }, person, "Hello")).rejects.toThrow(
      "They may not write there.",
    );
    await telegram.people.join(person, group);
    await telegram.people.say({ group }, person, "Hello");
    await telegram.people.say({ group }, person, `/status@sandbox_${BOT}_bot`);
    await telegram.people.placeBot(BOT, group, {});
    await telegram.people.say({ group }, person, "Hello again");
    const texts = (await telegram.readUpdates()).flatMap(({ message }) => message?.text ?? []);
    expect(texts).toEqual([`/status@sandbox_${BOT}_bot`, "Hello again"]);
  });
});

test("the demo's channel is there as its data says: with its link, its people and the bot's rights", async () => {
  const { id: demoChannel, link } = DEMO_CHANNEL;
  await playDemoChannel(telegram.sandbox.url);
  const inside = [...DEMO_PEOPLE.in, ...DEMO_PEOPLE.doubtful];
  expect((await telegram.people.membersOf(demoChannel)).sort()).toEqual(inside.sort());
  const waiting = await telegram.people.createPerson({ id: DEMO_PEOPLE.waiting[0] as number });
  expect(await telegram.people.askToJoin(waiting, `${telegram.sandbox.url}/t.me/+${link}`)).toEqual({
    state: "asked",
  });
  expect(await telegram.people.seeGroup(demoChannel)).toMatchObject({ requests: [waiting.id] });
  const { isStarted } = await telegram.people.seeChat({ bot: DEMO_BOT.id }, waiting);
  expect(isStarted).toBe(true);
});
