import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { telegramDesks } from "#app/jobs/telegram-desks.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { decisionReasonTexts } from "#app/lib/domain.ts";
import { newId } from "#app/lib/ids.ts";
import { sha256 } from "#app/lib/random.server.ts";
import {
  Mail,
  Notification,
  Submission,
  TelegramBot,
  TelegramDeskChat,
  TelegramDeskClaim,
  TelegramDeskCode,
  TelegramDeskMark,
  TelegramMessage,
  User,
  Workspace,
  WorkspaceMember,
} from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { deactivateOwnAccount } from "#app/services/accounts/deactivate-account.server.ts";
import { deleteAccount } from "#app/services/accounts/delete-account.server.ts";
import { endOtherSessions } from "#app/services/auth/sessions/list-sessions.server.ts";
import { notifyAccount, notifyMembers } from "#app/services/notifications/notify.server.ts";
import { readAllNotifications } from "#app/services/notifications/read-notifications.server.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { withdrawSubmission } from "#app/services/submissions/private-links.server.ts";
import { changeMemberRole, removeMember, transferOwnership } from "#app/services/team/members.server.ts";
import { disconnectBot } from "#app/services/telegram/bots/connect-bot.server.ts";
import { listDeskChats, unlinkDeskChat } from "#app/services/telegram/desk/desk-chats.server.ts";
import {
  addMember,
  createForm,
  createMember,
  createOwner,
  type Form,
  findMember,
  signInAs,
  submitForm,
  toAccess,
} from "../../factories/index.ts";
import { buttonsOf, startTelegram } from "../../support/telegram-chat.ts";
import { consumeNewClaims, makeCode, openDesk, tellDesks } from "../../support/telegram-desk.ts";

const sentences = messages.telegramDesk;
const DECISION = ["Verify", "Reject…", "Open"];

let telegram: Awaited<ReturnType<typeof startTelegram>>;
beforeAll(async () => {
  telegram = await startTelegram();
});
afterAll(() => telegram.close());

async function setUp(options: Parameters<typeof createForm>[0] = {}) {
  const form = await createForm(options);
  const bot = await telegram.createBot(form.owner);
  const tell = () => tellDesks(telegram, bot);
  return { form, bot, owner: form.owner, tell };
}

/** A workspace whose owner has a linked chat that was told of one claim. */
async function setUpTold(submitted: Parameters<typeof submitForm>[1] = {}) {
  const { form, bot, owner, tell } = await setUp();
  const chat = await openDesk(telegram, bot, owner);
  const claim = await submitForm(form, submitted);
  await tell();
  return { form, bot, owner, tell, chat, claim, told: await chat.last() };
}

const decideAs = (form: Form, userId: string, submissionId: string, status: "handled" | "rejected") =>
  decideSubmission({ access: toAccess(form.owner, { id: userId }), submissionId, input: { status } });

describe("linking", () => {
  test("a member's code links the private chat it is sent in, once, and is stored as a hash", async () => {
    const { bot, owner } = await setUp();
    const code = await makeCode(owner, bot);
    expect(code.length).toBeLessThanOrEqual(64);
    expect((await TelegramDeskCode.findOne())?.codeHash).toBe(sha256(code));
    const chat = await telegram.openChat(bot);
    const answer = await chat.start(code);
    expect(answer.text).toBe(sentences.linked(owner.workspace.name));
    const [linked] = await TelegramDeskChat.findAll();
    expect(linked).toMatchObject({
      userId: owner.id,
      workspaceId: owner.workspace.id,
      chatId: String(chat.person.id),
      isGroup: false,
    });
    expect(await TelegramDeskCode.count()).toBe(0);
    const other = await telegram.openChat(bot);
    expect((await other.start(code)).text).toBe(sentences.codeOver);
    expect(await TelegramDeskChat.count()).toBe(1);
  });

  test("the account of whoever links a chat hears of it, as of a new sign-in", async () => {
    const { bot, owner } = await setUp();
    await openDesk(telegram, bot, owner);
    expect(await Notification.findOne({ where: { type: "chatLinked" } })).toMatchObject({
      userId: owner.id,
      payload: JSON.stringify({ workspaceName: owner.workspace.name, isGroup: false }),
      isInApp: true,
    });
    expect(await Mail.findAll({ where: { kind: "chat-linked" } })).toMatchObject([
      { toAddress: owner.email },
    ]);
    const chat = await telegram.openChat(bot);
    await chat.start(newId());
    expect(await Mail.count({ where: { kind: "chat-linked" } })).toBe(1);
  });

  test("an expired code, one of another bot and one for a group link nothing, and say so", async () => {
    const { bot, owner } = await setUp();
    const foreign = await setUp();
    const chat = await telegram.openChat(bot);
    expect((await chat.start(await makeCode(foreign.owner, foreign.bot))).text).toBe(sentences.codeOver);
    expect((await chat.start(await makeCode(owner, bot, true))).text).toBe(sentences.codeForGroup);
    const code = await makeCode(owner, bot);
    await TelegramDeskCode.update({ expiresAt: new Date(Date.now() - 1) }, { where: { isGroup: false } });
    expect((await chat.start(code)).text).toBe(sentences.codeOver);
    expect(await TelegramDeskChat.count()).toBe(0);
  });

  test("a newer code replaces the one before, and another chat the one before", async () => {
    const { bot, owner } = await setUp();
    const first = await makeCode(owner, bot);
    const chat = await openDesk(telegram, bot, owner);
    expect((await chat.start(first)).text).toBe(sentences.codeOver);
    const next = await openDesk(telegram, bot, owner);
    const chats = await TelegramDeskChat.findAll();
    expect(chats.map(({ chatId }) => chatId)).toEqual([String(next.person.id)]);
  });

  test("of two accounts that send the same code at once, one is linked", async () => {
    const { bot, owner } = await setUp();
    const code = await makeCode(owner, bot);
    const chats = [await telegram.openChat(bot), await telegram.openChat(bot)];
    for (const { person } of chats) await telegram.people.pressLink(Number(bot.telegramId), person, code);
    await telegram.work(bot);
    const said = await Promise.all(chats.map(async (chat) => (await chat.last()).text));
    expect(said.sort()).toEqual([sentences.linked(owner.workspace.name), sentences.codeOver].sort());
    expect(await TelegramDeskChat.count()).toBe(1);
  });

  test("/unlink ends it; in a chat that is not linked it says what a visitor can do", async () => {
    const { form, bot, owner, tell } = await setUp();
    const chat = await openDesk(telegram, bot, owner);
    expect((await chat.say("/unlink")).text).toBe(sentences.chatUnlinked);
    await submitForm(form);
    await tell();
    expect((await chat.last()).text).toBe(sentences.chatUnlinked);
    expect((await chat.say("/unlink")).text).not.toBe(sentences.chatUnlinked);
  });

  test("a chat that blocks the bot is linked no more, whoever notices it first", async () => {
    const { form, bot, owner, tell } = await setUp();
    const chat = await openDesk(telegram, bot, owner);
    await telegram.people.block(Number(bot.telegramId), chat.person);
    await submitForm(form);
    await tell();
    expect(await TelegramDeskChat.count()).toBe(0);
    await telegram.people.unblock(Number(bot.telegramId), chat.person);
    await openDesk(telegram, bot, owner, chat.person);
    await telegram.people.block(Number(bot.telegramId), chat.person);
    await telegram.work(bot);
    expect(await TelegramDeskChat.count()).toBe(0);
  });
});

describe("new claims", () => {
  test("one is told with its person masked, and buttons for who may decide", async () => {
    const { form, claim, told } = await setUpTold({
      email: "anna.lee@deposit.example.com",
      phone: "+34612345678",
    });
    expect(told.text).toContain("New claim");
    expect(told.text).toContain("Email: a…@d….com");
    expect(told.text).toContain("Phone: …78");
    expect(told.text).toContain(`Broker: ${form.platforms[0]?.name}`);
    expect(told.text).toContain(`Form: ${form.row.name || form.slug}`);
    for (const personal of ["anna", "deposit.example", "6123456"]) expect(told.text).not.toContain(personal);
    expect(buttonsOf(told)).toEqual(DECISION);
    const open = told.buttons.flat().find(({ text }) => text === "Open");
    expect(open?.url).toContain(paths.submission({ submissionId: claim.id }));
  });

  test("amount, source and time are as the workspace's region and zone write them", async () => {
    const { form, bot, owner, tell } = await setUp();
    await Workspace.update({ region: "DE", timeZone: "Asia/Tokyo" }, { where: { id: owner.workspace.id } });
    const chat = await openDesk(telegram, bot, owner);
    const claim = await submitForm(form, { amount: "1250.50", currency: "EUR" });
    await Submission.update(
      { source: "instagram", campaign: "spring", createdAt: new Date("2026-01-05T20:30:00Z") },
      { where: { id: claim.id } },
    );
    await tell();
    const { text } = await chat.last();
    expect(text).toContain("1.250,50");
    expect(text).toContain("Source: instagram, spring");
    expect(text).toMatch(/Came in: .*6.* at 05:30/);
  });

  test("several are one message that opens the list", async () => {
    const { form, bot, owner, tell } = await setUp();
    const chat = await openDesk(telegram, bot, owner);
    for (let count = 0; count < 3; count++) await submitForm(form);
    await tell();
    const told = await chat.last();
    expect(told.text).toContain("3 new claims");
    expect(buttonsOf(told)).toEqual(["Open"]);
    expect(await TelegramDeskClaim.count()).toBe(0);
  });

  test("what comes within a minute of a message waits for the next one, and is told once", async () => {
    const { form, bot, owner, tell, chat } = await setUpTold();
    const before = (await chat.messages()).length;
    await submitForm(form);
    await tell();
    const row = await TelegramDeskChat.findOne({ where: { userId: owner.id }, rejectOnEmpty: true });
    expect((await chat.messages()).length).toBe(before + 1);
    expect(row).toMatchObject({ state: "idle", dueAt: null });
    await submitForm(form);
    await submitForm(form);
    await consumeNewClaims();
    await row.reload();
    expect(+(row.dueAt ?? 0) - +(row.toldAt ?? 0)).toBe(MINUTE);
    await tell();
    expect((await chat.last()).text).toContain("2 new claims");
    await tell();
    expect((await chat.messages()).length).toBe(before + 2);
    expect(bot.id).toBe(row.botId);
  });

  test("a viewer is not told of them, a checker is and decides", async () => {
    const { form, bot, owner, tell } = await setUp();
    const viewer = await openDesk(telegram, bot, await createMember(owner, "viewer"));
    const checking = await createMember(owner, "checker");
    const checker = await openDesk(telegram, bot, checking);
    const linked = (await viewer.last()).text;
    const claim = await submitForm(form);
    await tell();
    expect((await viewer.last()).text).toBe(linked);
    expect(buttonsOf(await checker.last())).toEqual(DECISION);
    await checker.press("Verify");
    expect(await claim.reload()).toMatchObject({ status: "handled", decidedByUserId: checking.id });
  });

  test("members who switched them off for Telegram are told of none", async () => {
    const { form, bot, owner, tell } = await setUp();
    const chat = await openDesk(telegram, bot, owner);
    const linked = (await chat.last()).text;
    await User.update(
      { notificationPreferences: JSON.stringify({ newSubmission: { telegram: false } }) },
      { where: { id: owner.id } },
    );
    await submitForm(form);
    await tell();
    expect((await chat.last()).text).toBe(linked);
  });
});

describe("deciding", () => {
  test("Verify verifies the claimed amount as the member, and the message says what holds", async () => {
    const { claim, owner, chat } = await setUpTold({ amount: "250", currency: "EUR" });
    const shown = await chat.press("Verify");
    expect(await claim.reload()).toMatchObject({ status: "handled", decidedByUserId: owner.id });
    expect(Number(claim.verifiedAmount)).toBe(250);
    expect(shown.text).toMatch(new RegExp(`Verified by ${owner.name} at \\d\\d:\\d\\d\\.$`));
    expect(buttonsOf(shown)).toEqual(["Open"]);
    expect(shown.earlierTexts).toHaveLength(1);
    expect(await chat.notice()).toBe("");
  });

  test("Reject… asks for the reason, goes back, and rejects with it", async () => {
    const { claim, owner, chat } = await setUpTold();
    const asked = await chat.press("Reject…");
    const reasons = Object.values(decisionReasonTexts);
    expect(buttonsOf(asked)).toEqual([...reasons, "Back"]);
    const other = asked.buttons.flat().find(({ text }) => text === "Other");
    expect(other?.url).toContain(paths.submission({ submissionId: claim.id }));
    expect(buttonsOf(await chat.press("Back"))).toEqual(DECISION);
    await chat.press("Reject…");
    const shown = await chat.press("Duplicate");
    expect(await claim.reload()).toMatchObject({
      status: "rejected",
      decisionReason: "duplicate",
      decidedByUserId: owner.id,
    });
    expect(shown.text).toMatch(new RegExp(`Rejected by ${owner.name} at \\d\\d:\\d\\d: duplicate\\.$`));
  });

  test("of two members who press at once one decides, and the other is told who", async () => {
    const { form, bot, owner, tell } = await setUp();
    const checker = await createMember(owner, "checker");
    const chats = [await openDesk(telegram, bot, owner), await openDesk(telegram, bot, checker)];
    const claim = await submitForm(form);
    await tell();
    const where = { bot: Number(bot.telegramId) };
    for (const { person, last } of chats)
      await telegram.people.press(where, person, (await last()).id, "Verify");
    await telegram.work(bot);
    await claim.reload();
    const winner = claim.decidedByUserId === owner.id ? owner : checker;
    const notices = await Promise.all(chats.map(({ notice }) => notice()));
    expect(notices.filter(Boolean)).toEqual([expect.stringContaining(`Verified by ${winner.name} at`)]);
    for (const { last } of chats) expect((await last()).text).toContain(`Verified by ${winner.name} at`);
  });

  test("a claim that was decided, withdrawn or erased meanwhile stays so, and the message says it", async () => {
    const { form, chat, claim, told, tell, owner } = await setUpTold();
    await decideAs(form, owner.id, claim.id, "rejected");
    const decided = await chat.press("Verify", told);
    expect(await chat.notice()).toContain(`Rejected by ${owner.name} at`);
    expect(decided.text).toContain(`Rejected by ${owner.name} at`);
    expect((await claim.reload()).status).toBe("rejected");

    const withdrawn = await submitForm(form);
    await tell();
    const shown = await chat.last();
    await withdrawSubmission({ workspaceId: withdrawn.workspaceId, submissionId: withdrawn.id });
    expect((await chat.press("Verify", shown)).text).toContain(sentences.withdrawn);
    expect(await chat.notice()).toBe(sentences.withdrawn);

    const erased = await submitForm(form, { email: "zoe@erased.example.com" });
    await tell();
    const last = await chat.last();
    await eraseClaim({ workspaceId: erased.workspaceId, submissionId: erased.id, access: null });
    const after = await chat.press("Verify", last);
    expect(after.text).toContain(sentences.erased);
    expect(after.text).not.toContain("z…@");
    expect((await erased.reload()).status).not.toBe("handled");
  });

  test("an amount that is missing or unlikely, and a claim of a rush, are looked at on the page", async () => {
    const { chat, claim } = await setUpTold();
    for (const [values, sentence] of [
      [{ amount: null, currency: null }, sentences.needsAmount],
      [{ amount: "900000", currency: "EUR", unlikelyAmount: true }, sentences.unlikelyAmount],
      [{ unlikelyAmount: false, cameInRush: true }, sentences.cameInRush],
    ] as const) {
      await claim.update(values);
      const shown = await chat.press("Verify");
      expect(await chat.notice()).toBe(sentence);
      expect(buttonsOf(shown)).toEqual(DECISION);
    }
    expect((await claim.reload()).status).toBe("pending");
  });

  test("a forged button, of another workspace's claim or of none, decides nothing", async () => {
    const { bot, chat, told } = await setUpTold();
    const foreign = await submitForm(await createForm());
    const press = async (data: string) => {
      await telegram.people.sendUpdate(Number(bot.telegramId), {
        update_id: 90_000_000 + Math.floor(Math.random() * 1e6),
        callback_query: {
          id: String(Math.random()),
          from: { ...chat.person, is_bot: false },
          chat_instance: "1",
          data,
          message: {
            message_id: told.id,
            date: 1,
            chat: { id: chat.person.id, type: "private", first_name: "A" },
            text: "x",
          },
        },
        // A forged update.
      } as never);
      await telegram.work(bot);
    };
    for (const data of [`desk:verify:${foreign.id}`, "desk:verify:", "desk:", "desk:why::other"])
      await press(data);
    expect((await foreign.reload()).status).toBe("pending");
  });

  test("a role that is no longer allowed, and a membership that ended, decide nothing", async () => {
    const { form, bot, owner, tell } = await setUp();
    const member = await createMember(owner, "checker");
    const chat = await openDesk(telegram, bot, member);
    const claim = await submitForm(form);
    await tell();
    const told = await chat.last();
    // The link itself ends with the role: here it was made with the new one.
    await WorkspaceMember.update({ role: "viewer" }, { where: { userId: member.id } });
    await chat.press("Verify", told);
    expect(await chat.notice()).toBe(sentences.mayNotDecide);
    expect(await TelegramDeskChat.count()).toBe(1);
    await WorkspaceMember.update({ role: "checker" }, { where: { userId: member.id } });
    const next = await submitForm(form);
    await tell();
    const last = await chat.last();
    expect(buttonsOf(last)).toEqual(DECISION);
    await User.update({ isActive: false }, { where: { id: member.id } });
    await chat.press("Verify", last);
    expect(await chat.notice()).toBe(sentences.notLinked);
    expect(await TelegramDeskChat.count()).toBe(0);
    expect([(await claim.reload()).status, (await next.reload()).status]).toEqual(["pending", "pending"]);
  });

  test("while the workspace has no active owner nothing is decided", async () => {
    const { form, bot, owner, tell } = await setUp();
    const chat = await openDesk(telegram, bot, await createMember(owner, "checker"));
    const claim = await submitForm(form);
    await tell();
    await User.update({ isActive: false }, { where: { id: owner.id } });
    await chat.press("Verify");
    expect(await chat.notice()).toBe(sentences.workspacePaused);
    expect((await claim.reload()).status).toBe("pending");
  });

  test("a button of a chat that is linked no more says so and goes", async () => {
    const { chat, told, claim } = await setUpTold();
    await chat.say("/unlink");
    await chat.press("Verify", told);
    expect(await chat.notice()).toBe(sentences.notLinked);
    const shown = (await chat.messages()).find(({ id }) => id === told.id);
    expect(shown?.buttons).toEqual([]);
    expect((await claim.reload()).status).toBe("pending");
  });

  test("a claim that is gone with its row says so", async () => {
    const { chat, told, claim } = await setUpTold();
    await claim.destroy();
    await chat.press("Verify", told);
    expect(await chat.notice()).toBe(sentences.claimGone);
  });
});

describe("other notifications", () => {
  const failed = { adPlatform: "meta", submissionId: newId() };
  const notify = (workspaceId: string, groupKey = newId()) =>
    inTransaction((transaction) =>
      notifyMembers({ workspaceId, type: "deliveryFailed", payload: failed, groupKey }, transaction),
    );

  test("failures, expiring claims, a paused rule and the weekly summary are told with the page that they lead to", async () => {
    const { bot, owner, tell } = await setUp();
    const chat = await openDesk(telegram, bot, owner);
    const { id: workspaceId } = owner.workspace;
    const firstAt = "2026-01-05T20:30:00.000Z";
    const told = [
      ["claimsExpiring", { hours: 24, firstAt }, "1 claim will soon expire"],
      ["deliveryExpired", failed, "An event was too late for Meta"],
      [
        "rulePaused",
        { platformId: newId(), platformName: "Meridian", decided: 30, doubted: 4 },
        "Your rule for Meridian is paused",
      ],
      [
        "weeklySummary",
        { from: "2026-01-05", to: "2026-01-11", total: 7, handled: 5, waiting: 2 },
        "Your week: 7 claims, 5 verified",
      ],
    ] as const;
    for (const [type, payload, title] of told) {
      const about = { workspaceId, type, payload, groupKey: newId() } as Parameters<typeof notifyMembers>[0];
      await inTransaction((transaction) => notifyMembers(about, transaction));
      await tell();
      const shown = await chat.last();
      expect(shown.text.split("\n")[0]).toBe(title);
      expect(buttonsOf(shown)).toEqual(["Open"]);
      expect(shown.buttons[0]?.[0]?.url).toMatch(/^http.*\/dashboard\//);
    }
    expect(await TelegramDeskMark.count()).toBe(0);
  });

  test("several are one message, and what was read in the app is not told", async () => {
    const { bot, owner, tell } = await setUp();
    const chat = await openDesk(telegram, bot, owner);
    const { id: workspaceId } = owner.workspace;
    const groupKey = newId();
    for (let count = 0; count < 2; count++) await notify(workspaceId, groupKey);
    await inTransaction((transaction) =>
      notifyMembers(
        { workspaceId, type: "deliveryExpired", payload: failed, groupKey: newId() },
        transaction,
      ),
    );
    await tell();
    const { text, buttons } = await chat.last();
    expect(text).toContain("2 events failed");
    expect(text).toContain("An event was too late for Meta");
    expect(buttons[0]?.[0]?.url).toContain(paths.notifications({ state: "unread" }));
    const before = (await chat.messages()).length;
    await notify(workspaceId);
    await readAllNotifications({ userId: owner.id, workspace: owner.workspace });
    await tell();
    expect((await chat.messages()).length).toBe(before);
  });

  test("who has linked no chat has no row for Telegram alone", async () => {
    const { owner } = await setUp();
    const { id: workspaceId } = owner.workspace;
    const payload = { from: "2026-01-05", to: "2026-01-11", total: 7, handled: 5, waiting: 2 };
    await inTransaction((transaction) =>
      notifyMembers(
        {
          workspaceId,
          type: "weeklySummary",
          payload,
          groupKey: newId(),
          emailFor: ({ name }) => ({ kind: "deleted", props: { name } }),
        },
        transaction,
      ),
    );
    expect(await Notification.count()).toBe(0);
  });

  test("a member of several workspaces opens the page in the workspace of the message", async () => {
    const { form, bot, owner, tell } = await setUp();
    await addMember(await createOwner(), owner, "viewer");
    const chat = await openDesk(telegram, bot, owner);
    const claim = await submitForm(form);
    await tell();
    const open = (await chat.last()).buttons.flat().find(({ text }) => text === "Open");
    expect(open?.url).toContain(encodeURIComponent(paths.submission({ submissionId: claim.id })));
  });
});

describe("the link ends", () => {
  const ends: [string, (setting: { form: Form; bot: TelegramBot; member: User }) => Promise<unknown>][] = [
    ["with all sessions", async ({ member }) => endOtherSessions(await findMember(await signInAs(member)))],
    ["with the account's deactivation", ({ member }) => deactivateOwnAccount(member.id)],
    ["with the account", ({ member }) => deleteAccount({ userId: member.id })],
    [
      "with the membership",
      ({ form, member }) => removeMember({ access: toAccess(form.owner), userId: member.id }),
    ],
    [
      "with another role",
      ({ form, member }) =>
        changeMemberRole({
          access: toAccess(form.owner),
          userId: member.id,
          role: "manager",
          isProven: true,
        }),
    ],
    [
      "with ownership",
      ({ form, member }) => transferOwnership({ access: toAccess(form.owner), newOwnerId: member.id }),
    ],
    ["with the bot", ({ form }) => disconnectBot({ access: toAccess(form.owner) })],
    [
      "on the member's own page",
      async ({ form, member }) => {
        const [chat] = await listDeskChats({ workspaceId: form.owner.workspace.id, userId: member.id });
        const access = toAccess(form.owner, member);
        await unlinkDeskChat({ access, deskChatId: chat?.id ?? "" });
      },
    ],
  ];

  test.each(ends)("%s, and a code that was made before links nothing", async (_name, end) => {
    const { form, bot, owner } = await setUp();
    const member = await createMember(owner, "checker");
    await openDesk(telegram, bot, member);
    const code = await makeCode(member, bot);
    await end({ form, bot, member });
    expect(await TelegramDeskChat.count({ where: { userId: member.id } })).toBe(0);
    expect(await TelegramDeskCode.count({ where: { userId: member.id } })).toBe(0);
    if (!(await TelegramBot.findByPk(bot.id))) return;
    const chat = await telegram.openChat(bot);
    expect((await chat.start(code)).text).toBe(sentences.codeOver);
  });

  test("what waits to be sent to a member who is removed is not sent; others' chats stay", async () => {
    const { form, bot, owner } = await setUp();
    const member = await createMember(owner, "checker");
    const chat = await openDesk(telegram, bot, member);
    const own = await openDesk(telegram, bot, owner);
    await submitForm(form);
    await consumeNewClaims();
    while (await telegramDesks.run(() => false));
    expect(await TelegramMessage.count({ where: { state: "queued" } })).toBe(2);
    await removeMember({ access: toAccess(owner), userId: member.id });
    await telegram.work(bot);
    expect((await chat.last()).text).not.toContain("New claim\n");
    expect((await own.last()).text).toContain("New claim\n");
  });

  test("nobody unlinks the chat of another member", async () => {
    const { bot, owner } = await setUp();
    const member = await createMember(owner, "checker");
    await openDesk(telegram, bot, owner);
    const [chat] = await TelegramDeskChat.findAll();
    await unlinkDeskChat({ access: toAccess(owner, member), deskChatId: chat?.id ?? "" });
    expect(await TelegramDeskChat.count()).toBe(1);
  });
});

describe("a group", () => {
  async function openGroup(member: User, bot: TelegramBot) {
    const person = await telegram.people.createPerson({ language_code: "en" });
    const group = await telegram.people.createGroup({
      type: "supergroup",
      title: "The desk",
      owner: person.id,
    });
    await telegram.people.placeBot(Number(bot.telegramId), group.id, "member");
    const say = async (text: string) => {
      await telegram.people.say({ group: group.id }, person, text);
      await telegram.work(bot);
    };
    await say(`/start@${bot.username} ${await makeCode(member, bot, true)}`);
    const said = async () =>
      (await telegram.people.messagesOf({ group: group.id }, person)).filter(({ isFromBot }) => isFromBot);
    return { group, person, say, said };
  }

  test("is linked by the code that comes with the bot, and is shown the same without buttons", async () => {
    const { form, bot, owner, tell } = await setUp();
    const { say, said, group } = await openGroup(owner, bot);
    expect((await said()).map(({ text }) => text)).toEqual([sentences.groupLinked(owner.workspace.name)]);
    expect(await TelegramDeskChat.findOne()).toMatchObject({ isGroup: true, title: "The desk" });
    await submitForm(form);
    await tell();
    const told = (await said()).at(-1);
    expect(told?.text).toContain("New claim");
    expect(told?.buttons).toEqual([]);
    await say("hello everybody");
    await say("/status");
    await say(`/start ${"x".repeat(45)}`);
    expect((await said()).length).toBe(2);
    await telegram.people.placeBot(Number(bot.telegramId), group.id, null);
    await telegram.work(bot);
    expect(await TelegramDeskChat.count()).toBe(0);
  });

  test("hears nothing of its member's account, of which the private chat is told", async () => {
    const { bot, owner, tell } = await setUp();
    await owner.update({ notificationPreferences: JSON.stringify({ security: { telegram: true } }) });
    const { said } = await openGroup(owner, bot);
    const chat = await openDesk(telegram, bot, owner);
    await tell();
    await inTransaction((transaction) =>
      notifyAccount(
        { userId: owner.id, type: "newSignIn", payload: { device: "Lynx on Plan 9" } },
        transaction,
      ),
    );
    await tell();
    expect((await chat.last()).text).toContain("Lynx on Plan 9");
    expect(await said()).toHaveLength(1);
  });

  test("a private code links no group", async () => {
    const { bot, owner } = await setUp();
    const { say, said } = await openGroup(owner, bot);
    await TelegramDeskChat.destroy({ where: { isGroup: true } });
    await say(`/start ${await makeCode(owner, bot)}`);
    expect((await said()).at(-1)?.text).toBe(sentences.codeForPerson);
    expect(await TelegramDeskChat.count()).toBe(0);
  });

  test("keeps its link when Telegram gives it another id", async () => {
    const { bot, owner } = await setUp();
    const { group, person } = await openGroup(owner, bot);
    const chat = { id: group.id, type: "supergroup", title: "The desk" };
    const message = { message_id: 99, date: 1, chat, from: person, migrate_to_chat_id: -1_009_876_543_210 };
    // Telegram sends it for basic groups, which the sandbox does not have.
    await telegram.people.sendUpdate(Number(bot.telegramId), { update_id: 91_000_000, message } as never);
    await telegram.work(bot);
    expect((await TelegramDeskChat.findOne())?.chatId).toBe("-1009876543210");
  });
});
