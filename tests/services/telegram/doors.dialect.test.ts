import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { type DomainError, Invalid } from "#app/lib/errors.ts";
import {
  AuditEntry,
  DomainEvent,
  Notification,
  Submission,
  TelegramClaim,
  TelegramDoor,
  TelegramEntry,
} from "#app/models/index.server.ts";
import { DoorChange, DoorInput } from "#app/schemas/telegram-doors.ts";
import { saveClients } from "#app/services/brokers/connections/save-clients.server.ts";
import { type NewBrokerRow, NOTHING, saveBrokerRows } from "#app/services/evidence/broker-rows.server.ts";
import type { BrokerFacts } from "#app/services/evidence/match-rows.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { endSharing, withdrawSubmission } from "#app/services/submissions/private-links.server.ts";
import { decideEntry, listDueEntries } from "#app/services/telegram/doors/decide-entry.server.ts";
import { createDoor, listDoors, updateDoor } from "#app/services/telegram/doors/manage-doors.server.ts";
import { markClaims, markEntered } from "#app/services/telegram/doors/mark-claims.server.ts";
import {
  createBrokerLinkOf,
  createForm,
  createMember,
  createOwner,
  createPlatforms,
  type Form,
  toAccess,
  uniqueEmail,
} from "../../factories/index.ts";
import { brokerOf, connect, matchAll } from "../../support/brokers.ts";
import { enterAsSupport } from "../../support/enter-as-support.ts";
import { makeClaim, startTelegram, type TestChat } from "../../support/telegram-chat.ts";

let telegram: Awaited<ReturnType<typeof startTelegram>>;
/** Happens once between Telegram's answer to the next approval and its arrival here. */
let duringApproval: (() => Promise<void>) | null = null;
beforeAll(async () => {
  telegram = await startTelegram({
    async onReply({ path }) {
      if (!path.endsWith("/approveChatJoinRequest")) return;
      const happen = duringApproval;
      duringApproval = null;
      await happen?.();
    },
  });
});
afterAll(() => telegram.close());

const INVITES = { can_invite_users: true, can_restrict_members: true };
const BERLIN = "192.0.2.1";

async function setUp(needs: DoorInput["needs"] = { state: "verified" }, { isConfirmed = true } = {}) {
  const owner = await createOwner();
  const platforms = await createPlatforms(1, { owner });
  const form = await createForm({ owner, platforms, amountField: "hidden" });
  const bot = await telegram.createBot(owner);
  const channel = await telegram.people.createGroup({ type: "channel", title: "Casa information" });
  await telegram.people.placeBot(Number(bot.telegramId), channel.id, INVITES);
  const access = toAccess(owner);
  const door = await createDoor({
    access,
    input: DoorInput.parse({
      chatId: String(channel.id),
      needs,
      text: { en: "Welcome to the Casa channel." },
    }),
  });
  const actor = { user: owner, ip: BERLIN };
  const change = (input: unknown) =>
    updateDoor({ access, doorId: door.id, input: DoorChange.parse(input), actor });
  if (isConfirmed) await change({ confirm: true });
  const open = (given: object = {}) => telegram.openChat(bot, given);
  const entry = () => TelegramEntry.findOne({ where: { doorId: door.id }, order: [["createdAt", "DESC"]] });
  return {
    ...{ owner, form, bot, channel, access, door, change, open, entry },
    members: () => telegram.people.membersOf(channel.id),
    work: () => telegram.work(bot),
    askToJoin: async (chat: TestChat) => {
      await telegram.people.askToJoin(chat.person, door.inviteLink);
      await chat.work();
    },
  };
}

const claimOf = (form: Form, email: string) =>
  Submission.findOne({ where: { formId: form.id, email }, rejectOnEmpty: true });

const decide = (form: Form, submissionId: string, status: "handled" | "rejected" | "pending") =>
  decideSubmission({
    access: toAccess(form.owner),
    submissionId,
    input: { status, ...(status === "rejected" ? { reason: "notFound" } : {}) } as Parameters<
      typeof decideSubmission
    >[0]["input"],
  });

type Said = Partial<BrokerFacts> & { source?: NewBrokerRow["source"] };

/** What the broker says of a client: a deposit, half an hour ago. */
async function say(form: Form, ...said: Said[]): Promise<void> {
  const at = new Date(Date.now() - 30 * MINUTE);
  const money = { kind: "deposit", amount: "250.00", currency: "EUR", at: { from: at, to: at } } as const;
  const rows = said.map(({ source = "api", ...facts }) => ({
    source,
    once: null,
    receivedAt: new Date(),
    facts: { ...NOTHING, ...money, ...facts },
  }));
  await inTransaction((transaction) => saveBrokerRows(brokerOf(form), rows, transaction));
  await matchAll();
}

let accounts = 9_100_000;
const newAccount = () => String(++accounts);

/** Somebody who has a claim that the owner verified and the broker proves by email and account number. */
async function verified(
  { form, open, work }: Awaited<ReturnType<typeof setUp>>,
  more: { isProven?: boolean } = {},
) {
  const email = uniqueEmail();
  const reference = newAccount();
  const chat = await open();
  await chat.start();
  await makeClaim(chat, { email, reference });
  const claim = await claimOf(form, email);
  if (more.isProven !== false) await say(form, { email, account: reference });
  await decide(form, claim.id, "handled");
  await work();
  return { chat, claim, email, reference };
}

test("a door that needs a claim opens with the claim of the chat, to exactly the account that made it", async () => {
  const set = await setUp({ state: "claimed" });
  const chat = await set.open();
  await chat.start();
  await makeClaim(chat);
  const told = await chat.last();
  expect(told.text).toBe("Welcome to the Casa channel.");
  expect(told.buttons.flat()).toMatchObject([{ text: "Ask to join", url: set.door.inviteLink }]);
  expect(await set.members()).toEqual([]);
  await set.askToJoin(chat);
  expect(await set.members()).toEqual([chat.person.id]);
  await chat.work();
  expect(await set.entry()).toMatchObject({ state: "in", joinedAt: expect.any(Date) });
  expect(await TelegramClaim.findOne()).toMatchObject({ joinedAt: expect.any(Date) });
  // The link is of use to nobody else.
  const other = await set.open();
  await set.askToJoin(other);
  expect((await other.last()).text).toBe("It opens for those who have confirmed. Send /start to begin.");
  expect(await set.members()).toEqual([chat.person.id]);
  expect(await listDoors(set.owner.workspace.id)).toMatchObject([{ cameThrough: 1, due: 0 }]);
});

test("a door for verified claims opens by itself where the broker names email and account number", async () => {
  const set = await setUp();
  const { chat } = await verified(set);
  expect((await chat.last()).text).toBe("Welcome to the Casa channel.");
  await set.askToJoin(chat);
  expect(await set.members()).toEqual([chat.person.id]);
});

test("somebody who has asked already is let in as soon as the claim is verified", async () => {
  const set = await setUp();
  const email = uniqueEmail();
  const reference = newAccount();
  const chat = await set.open();
  await chat.start();
  await makeClaim(chat, { email, reference });
  await set.askToJoin(chat);
  expect((await chat.last()).text).toBe(`${set.form.row.ownerName} checks it first. You will be told here.`);
  const claim = await claimOf(set.form, email);
  await say(set.form, { email, account: reference });
  await decide(set.form, claim.id, "handled");
  await set.work();
  expect(await set.members()).toEqual([chat.person.id]);
});

test("somebody who asks at the moment in which the door opens is let in", async () => {
  const set = await setUp({ state: "claimed" });
  const chat = await set.open();
  await chat.start();
  duringApproval = () => set.askToJoin(chat);
  await makeClaim(chat);
  await set.work();
  expect(await set.members()).toEqual([chat.person.id]);
});

test("who comes in before the approval is answered is known to be in, and is welcomed", async () => {
  const set = await setUp({ state: "verified" });
  const { chat, email, reference } = await verified(set, { isProven: false });
  await set.askToJoin(chat);
  duringApproval = () => set.work();
  await say(set.form, { email, account: reference });
  await set.work();
  expect(await set.members()).toEqual([chat.person.id]);
  expect(await set.entry()).toMatchObject({ state: "in", joinedAt: expect.any(Date), dueAt: null });
  expect((await chat.last()).text).toBe("Welcome to the Casa channel.");
});

test("without proof a member opens it with one press, and pressing twice changes nothing", async () => {
  const set = await setUp();
  const { chat } = await verified(set, { isProven: false });
  expect(await set.entry()).toMatchObject({ state: "waiting", waitsFor: "evidence" });
  expect(await Notification.findOne({ where: { type: "telegramDoor" } })).toMatchObject({
    userId: set.owner.id,
  });
  const [due] = await listDueEntries(set.owner.workspace.id);
  const press = () => decideEntry({ access: set.access, entryId: due?.entry.id ?? "", decision: "open" });
  await press();
  await press();
  await set.work();
  await set.askToJoin(chat);
  expect(await set.members()).toEqual([chat.person.id]);
  expect(await set.entry()).toMatchObject({ openedByUserId: set.owner.id });
});

test("support decides about nobody at a door, and a viewer neither", async () => {
  const set = await setUp();
  await verified(set, { isProven: false });
  const { id: entryId = "" } = (await set.entry()) ?? {};
  const support = await enterAsSupport(set.owner);
  const viewer = toAccess(set.owner, await createMember(set.owner, "viewer"));
  for (const access of [support, viewer])
    for (const decision of ["open", "keep", "remove"] as const)
      await expect(decideEntry({ access, entryId, decision })).rejects.toMatchObject({
        code: "role_refused",
      });
  expect(await set.entry()).toMatchObject({ state: "waiting", openedByUserId: null });
});

test("what a member has opened stays opened while the claim is looked at again", async () => {
  const set = await setUp();
  const { chat, claim } = await verified(set, { isProven: false });
  await set.askToJoin(chat);
  const entry = await set.entry();
  await decideEntry({ access: set.access, entryId: entry?.id ?? "", decision: "open" });
  const { workspaceId, id } = claim;
  await inTransaction((transaction) => markClaims({ workspaceId, submissionId: [id] }, transaction));
  await set.work();
  expect(await set.members()).toEqual([chat.person.id]);
});

test("one account at the broker opens for one Telegram account; a second is a member's to decide", async () => {
  const set = await setUp();
  const { chat, reference } = await verified(set);
  await set.askToJoin(chat);
  const email = uniqueEmail();
  const second = await set.open();
  await second.start();
  await makeClaim(second, { email, reference });
  const claim = await claimOf(set.form, email);
  await say(set.form, { email, account: reference });
  await decide(set.form, claim.id, "handled");
  await set.work();
  await set.askToJoin(second);
  expect(await set.members()).toEqual([chat.person.id]);
  expect(await listDueEntries(set.owner.workspace.id)).toMatchObject([
    { entry: { waitsFor: "account" }, claim: { email }, other: { reference } },
  ]);
  expect(await TelegramEntry.findOne({ where: { telegramUserId: String(second.person.id) } })).toMatchObject({
    state: "waiting",
    waitsFor: "account",
  });
  expect((await second.last()).text).toContain("checks it first");
});

test("no door opens for a verified claim before an owner has confirmed it, which the audit log keeps", async () => {
  const set = await setUp({ state: "verified" }, { isConfirmed: false });
  const { chat } = await verified(set);
  expect(await set.entry()).toMatchObject({ state: "waiting", waitsFor: "confirmation" });
  const entry = await set.entry();
  await expect(
    decideEntry({ access: set.access, entryId: entry?.id ?? "", decision: "open" }),
  ).rejects.toMatchObject({
    code: "door_unconfirmed",
    message: "An owner has to confirm first that the broker’s partnership and the law allow this door.",
  });
  await set.change({ confirm: true });
  await set.work();
  await set.askToJoin(chat);
  expect(await set.members()).toEqual([chat.person.id]);
  expect(await AuditEntry.findOne({ where: { action: "telegramDoor.confirmed" } })).toMatchObject({
    actorUserId: set.owner.id,
    detail: "Casa information",
  });
});

test("a door stays shut in a country in which the links to its broker do not lead on", async () => {
  const set = await setUp();
  const link = await createBrokerLinkOf(set.form);
  await link.update({ countryRule: "except", countries: JSON.stringify(["ES"]), reason: "Not in Spain." });
  await verified(set);
  const entry = await set.entry();
  expect(entry).toMatchObject({ state: "waiting", waitsFor: "country" });
  await expect(
    decideEntry({ access: set.access, entryId: entry?.id ?? "", decision: "open" }),
  ).rejects.toMatchObject({
    code: "country_not_served",
    message: "Your links to this broker do not lead on in this person’s country.",
  });
});

test("a door stays shut while the hold of the decision lasts", async () => {
  const set = await setUp();
  const { claim } = await verified(set, { isProven: false });
  await DomainEvent.update(
    { payload: JSON.stringify({ from: "pending", to: "handled", holdMs: 10 * MINUTE }) },
    { where: { subjectId: claim.id, type: "submission.decided" } },
  );
  await say(set.form, { email: claim.email, account: claim.reference ?? "" });
  await set.work();
  const entry = await set.entry();
  expect(entry?.state).toBe("due");
  expect(+(entry?.dueAt ?? 0)).toBeGreaterThan(Date.now() + 8 * MINUTE);
});

test.each([
  [
    "withdrawn",
    (form: Form, id: string) =>
      withdrawSubmission({ workspaceId: form.owner.workspace.id, submissionId: id }),
  ],
  ["undone", (form: Form, id: string) => decide(form, id, "rejected").then(() => undefined)],
])("somebody whose claim is %s stays in until a member removes them", async (problem, change) => {
  const set = await setUp();
  const { chat, claim } = await verified(set);
  await set.askToJoin(chat);
  await chat.work();
  await change(set.form, claim.id);
  await set.work();
  expect(await set.members()).toEqual([chat.person.id]);
  const [due] = await listDueEntries(set.owner.workspace.id);
  expect(due?.entry).toMatchObject({ state: "in", problem });
  await decideEntry({ access: set.access, entryId: due?.entry.id ?? "", decision: "remove" });
  await set.work();
  expect(await set.members()).toEqual([]);
  expect(await set.entry()).toMatchObject({ state: "out" });
});

test("somebody who ends the sharing with ad platforms stays in, and no problem is named", async () => {
  const set = await setUp();
  const { chat, claim } = await verified(set);
  await set.askToJoin(chat);
  await chat.work();
  await endSharing({ workspaceId: claim.workspaceId, submissionId: claim.id });
  await markEntered();
  await set.work();
  expect(await set.members()).toEqual([chat.person.id]);
  expect(await listDueEntries(claim.workspaceId)).toEqual([]);
  expect(await set.entry()).toMatchObject({ state: "in", problem: null });
});

test("a door opens to somebody who has ended the sharing with ad platforms", async () => {
  const set = await setUp();
  const { chat, claim } = await verified(set, { isProven: false });
  await endSharing({ workspaceId: claim.workspaceId, submissionId: claim.id });
  await say(set.form, { email: claim.email, account: claim.reference ?? "" });
  await set.work();
  await set.askToJoin(chat);
  await chat.work();
  expect(await set.members()).toEqual([chat.person.id]);
});

test("whom the broker's API names as no client any more is named to members, and not for what was not said", async () => {
  const set = await setUp();
  const { chat, email, reference } = await verified(set, { isProven: false });
  const { id: connectionId } = await connect(set.form, telegram.sandbox.url, "exness");
  const connection = { id: connectionId, ...brokerOf(set.form) };
  const tell = async (more: { hasLeft?: boolean }) => {
    const facts = { kind: "registration" as const, email, account: reference };
    const client = { clientId: "4ec0c5fa", registeredAt: null, rows: [{ facts, once: null }], ...more };
    const saving = { receivedAt: new Date(), sameAt: null, isAsked: true };
    await inTransaction((transaction) => saveClients(connection, [client], saving, transaction));
    await matchAll();
    await markEntered();
    await set.work();
  };
  await tell({ hasLeft: false });
  const { id: entryId = "" } = (await set.entry()) ?? {};
  await decideEntry({ access: set.access, entryId, decision: "open" });
  await set.askToJoin(chat);
  expect(await set.members()).toEqual([chat.person.id]);
  await tell({});
  expect(await set.entry()).toMatchObject({ state: "in", problem: null });
  await tell({ hasLeft: true });
  expect(await set.entry()).toMatchObject({ state: "in", problem: "left" });
  await tell({});
  expect(await set.entry()).toMatchObject({ problem: "left" });
  expect(await set.members()).toEqual([chat.person.id]);
  await tell({ hasLeft: false });
  expect(await set.entry()).toMatchObject({ state: "in", problem: null });
});

test("whom a member keeps is not named again for the same reason", async () => {
  const set = await setUp();
  const { chat, claim } = await verified(set);
  await set.askToJoin(chat);
  await chat.work();
  await withdrawSubmission({ workspaceId: claim.workspaceId, submissionId: claim.id });
  await set.work();
  const [due] = await listDueEntries(claim.workspaceId);
  await decideEntry({ access: set.access, entryId: due?.entry.id ?? "", decision: "keep" });
  await markEntered();
  await set.work();
  expect(await listDueEntries(claim.workspaceId)).toEqual([]);
  expect(await set.members()).toEqual([chat.person.id]);
});

test("an erased person is removed first, and nothing names the account afterwards", async () => {
  const set = await setUp();
  const { chat, claim } = await verified(set);
  await set.askToJoin(chat);
  await chat.work();
  const erase = () => eraseClaim({ workspaceId: claim.workspaceId, submissionId: claim.id, access: null });
  expect(await erase()).toBe(false);
  await set.work();
  expect(await set.members()).toEqual([]);
  expect(await erase()).toBe(true);
  expect([await TelegramEntry.count(), await TelegramClaim.count()]).toEqual([0, 0]);
});

test("/delete in the chat removes the person from the channel, then deletes what is stored", async () => {
  const set = await setUp();
  const { chat, claim } = await verified(set);
  await set.askToJoin(chat);
  await chat.work();
  const question = await chat.say("/delete");
  expect(question.text).toContain("it ends your access to what was opened for you");
  await chat.press("Yes, delete it");
  await chat.work();
  expect((await chat.last()).text).toBe("It is deleted.");
  expect(await set.members()).toEqual([]);
  expect((await Submission.findByPk(claim.id))?.erasedAt).not.toBeNull();
});

test("a door is made only of a private channel or group in which the bot may invite, once", async () => {
  const set = await setUp();
  const { people } = telegram;
  const bot = Number(set.bot.telegramId);
  const make = async (chatId: number | string) => {
    const parsed = DoorInput.safeParse({ chatId, needs: { state: "claimed" } });
    if (!parsed.success) return parsed.error.issues[0]?.message;
    return createDoor({ access: set.access, input: parsed.data }).then(
      () => "made",
      (error: DomainError) => (error instanceof Invalid ? error.errors[0]?.message : error.message),
    );
  };
  expect(await make(set.channel.id)).toBe("There is a door for this channel or group already.");
  expect(await make("-1009999999999")).toBe(
    "The bot does not know this channel or group. Add it there as an administrator, then enter the chat’s id.",
  );
  const open = await people.createGroup({ type: "channel", title: "Open", username: "casa_open" });
  await people.placeBot(bot, open.id, INVITES);
  expect(await make(open.id)).toBe(
    "This channel is public: anybody can come in. A door needs a private one.",
  );
  const group = await people.createGroup({ type: "supergroup", title: "No rights" });
  await people.placeBot(bot, group.id, { can_invite_users: false });
  expect(await make(group.id)).toBe(
    "The bot may not invite there. Make it an administrator with the right to invite.",
  );
  await people.placeBot(bot, group.id, INVITES);
  expect(await make(group.id)).toBe("made");
  expect(await make(group.id)).toBe("There is a door for this channel or group already.");
  expect(await make(4711)).toBe("Please enter the id of the channel or group, such as -1001234567890");
});

test("a bot that loses its right says so at the door, and opens what waits once it is back", async () => {
  const set = await setUp();
  const bot = Number(set.bot.telegramId);
  await telegram.people.placeBot(bot, set.channel.id, { can_invite_users: false });
  await set.work();
  expect((await TelegramDoor.findOne())?.problem).toMatch(/^The bot may not invite there/);
  await telegram.people.placeBot(bot, set.channel.id, INVITES);
  await set.work();
  expect((await TelegramDoor.findOne())?.problem).toBeNull();
  const { chat } = await verified(set);
  await set.askToJoin(chat);
  expect(await set.members()).toEqual([chat.person.id]);
});

test("hundreds of requests of strangers store nobody and let nobody in", async () => {
  const set = await setUp();
  await telegram.people.askManyToJoin(set.door.inviteLink, 200);
  await set.work();
  await set.work();
  expect([await TelegramEntry.count(), await TelegramClaim.count()]).toEqual([0, 0]);
  expect(await set.members()).toEqual([]);
});

test("people whom nobody let in through the door are left alone and not counted", async () => {
  const set = await setUp();
  const friend = await set.open();
  await telegram.people.join(friend.person, set.channel.id);
  await set.work();
  expect(await TelegramEntry.count()).toBe(0);
  expect(await listDoors(set.owner.workspace.id)).toMatchObject([{ cameThrough: 0, due: 0 }]);
});

type Set = Awaited<ReturnType<typeof setUp>>;

/** Somebody whom the owner verified, with an account number that they have typed. */
async function claimWith(set: Set, chat: TestChat, more: { reference: string; isProven: boolean }) {
  const email = uniqueEmail();
  await chat.start();
  await makeClaim(chat, { email, reference: more.reference });
  const claim = await claimOf(set.form, email);
  if (more.isProven) await say(set.form, { email, account: more.reference });
  await decide(set.form, claim.id, "handled");
  await set.work();
  return claim;
}

const entryOf = ({ door }: Set, { person }: TestChat) =>
  TelegramEntry.findOne({ where: { doorId: door.id, telegramUserId: String(person.id) } });

const openFor = (set: Set, entry: TelegramEntry | null) =>
  decideEntry({ access: set.access, entryId: entry?.id ?? "", decision: "open" });

test("who types another person's account number first does not keep its true owner out", async () => {
  const set = await setUp();
  const reference = newAccount();
  const [stranger, trueOwner] = [await set.open(), await set.open()];
  await claimWith(set, stranger, { reference, isProven: false });
  expect(await entryOf(set, stranger)).toMatchObject({ waitsFor: "evidence", accountKey: null });
  await claimWith(set, trueOwner, { reference, isProven: true });
  await set.askToJoin(trueOwner);
  expect(await set.members()).toEqual([trueOwner.person.id]);
  await markEntered();
  await set.work();
  expect(await listDueEntries(set.owner.workspace.id)).toMatchObject([
    { entry: { telegramUserId: String(stranger.person.id), waitsFor: "account" }, other: { reference } },
  ]);
  expect((await stranger.last()).text).toContain("checks it first");
});

test("a member who opens the door for a taken account is shown both claims before", async () => {
  const set = await setUp();
  const reference = newAccount();
  const [first, second] = [await set.open(), await set.open()];
  await claimWith(set, first, { reference, isProven: false });
  await claimWith(set, second, { reference, isProven: false });
  expect(await openFor(set, await entryOf(set, first))).toMatchObject({ state: "due" });
  expect(await openFor(set, await entryOf(set, second))).toMatchObject({ state: "waiting" });
  await set.work();
  expect(await listDueEntries(set.owner.workspace.id)).toMatchObject([
    { entry: { waitsFor: "account" }, other: { reference } },
  ]);
  expect(await openFor(set, await entryOf(set, second))).toMatchObject({ state: "due" });
});

test("somebody waits for an account no more once its holder is gone", async () => {
  const set = await setUp();
  const { chat: holder, claim, reference } = await verified(set);
  const second = await set.open();
  await claimWith(set, second, { reference, isProven: false });
  expect(await entryOf(set, second)).toMatchObject({ waitsFor: "account" });
  await withdrawSubmission({ workspaceId: claim.workspaceId, submissionId: claim.id });
  await set.work();
  expect(await entryOf(set, holder)).toBeNull();
  await markEntered();
  await set.work();
  expect(await entryOf(set, second)).toMatchObject({ waitsFor: "evidence" });
});

test("a door that a member opens stays shut too while the hold of the decision lasts", async () => {
  const set = await setUp();
  const { chat, claim } = await verified(set, { isProven: false });
  await set.askToJoin(chat);
  await DomainEvent.update(
    { payload: JSON.stringify({ from: "pending", to: "handled", holdMs: 10 * MINUTE }) },
    { where: { subjectId: claim.id, type: "submission.decided" } },
  );
  await openFor(set, await set.entry());
  await set.work();
  expect(await set.members()).toEqual([]);
  const entry = await set.entry();
  expect(entry?.state).toBe("due");
  expect(+(entry?.dueAt ?? 0)).toBeGreaterThan(Date.now() + 8 * MINUTE);
});

test.each([
  ["its workspace has no active owner", (set: Set, isOff: boolean) => set.owner.update({ isActive: !isOff })],
  [
    "Telegram refuses its token",
    (set: Set, isOff: boolean) => set.bot.update({ state: isOff ? "off" : "on" }),
  ],
])("nothing opens while %s, and what waits opens afterwards", async (_, change) => {
  const set = await setUp();
  const { chat } = await verified(set, { isProven: false });
  await set.askToJoin(chat);
  await openFor(set, await set.entry());
  await change(set, true);
  for (let time = 0; time < 15; time++) {
    await TelegramEntry.update({ dueAt: new Date(0) }, { where: { doorId: set.door.id } });
    await set.work();
  }
  expect(await set.members()).toEqual([]);
  expect(await set.entry()).toMatchObject({ state: "due" });
  await change(set, false);
  await TelegramEntry.update({ dueAt: new Date(0) }, { where: { doorId: set.door.id } });
  await set.work();
  expect(await set.members()).toEqual([chat.person.id]);
});

test("somebody who is let in is known to be in before Telegram says so", async () => {
  const set = await setUp();
  const { chat, claim } = await verified(set, { isProven: false });
  await set.askToJoin(chat);
  await openFor(set, await set.entry());
  await telegram.people.holdUpdates(Number(set.bot.telegramId));
  await set.work();
  await withdrawSubmission({ workspaceId: claim.workspaceId, submissionId: claim.id });
  await set.work();
  await telegram.people.releaseUpdates(Number(set.bot.telegramId));
  expect(await set.members()).toEqual([chat.person.id]);
  expect(await listDueEntries(claim.workspaceId)).toMatchObject([
    { entry: { state: "in", problem: "withdrawn" } },
  ]);
});

test("somebody who withdraws while Telegram lets them in is named to members", async () => {
  const set = await setUp();
  const { chat, claim } = await verified(set, { isProven: false });
  await set.askToJoin(chat);
  await openFor(set, await set.entry());
  duringApproval = async () => {
    await withdrawSubmission({ workspaceId: claim.workspaceId, submissionId: claim.id });
    await set.work();
  };
  await set.work();
  await set.work();
  expect(await set.members()).toEqual([chat.person.id]);
  expect(await listDueEntries(claim.workspaceId)).toMatchObject([
    { entry: { state: "in", problem: "withdrawn" } },
  ]);
});

test("somebody who is erased while Telegram lets them in is removed", async () => {
  const set = await setUp();
  const { chat, claim } = await verified(set, { isProven: false });
  await set.askToJoin(chat);
  await openFor(set, await set.entry());
  const erase = () => eraseClaim({ workspaceId: claim.workspaceId, submissionId: claim.id, access: null });
  let isErased = true;
  duringApproval = async () => {
    isErased = await erase();
  };
  await set.work();
  expect(isErased).toBe(false);
  expect(await erase()).toBe(false);
  await set.work();
  expect(await set.members()).toEqual([]);
  expect(await erase()).toBe(true);
});

/** Works on a removal until nobody tries it any more. */
async function tryToRemove(set: Set): Promise<void> {
  for (let time = 0; time < 15; time++) {
    await TelegramEntry.update({ dueAt: new Date(0) }, { where: { doorId: set.door.id, state: "remove" } });
    await set.work();
  }
}

const takeRemovals = (set: Set) =>
  telegram.people.placeBot(Number(set.bot.telegramId), set.channel.id, {
    can_invite_users: true,
    can_restrict_members: false,
  });

test("somebody whom Telegram does not remove is still in, and named again; an erasure goes on", async () => {
  const set = await setUp();
  const { chat, claim } = await verified(set);
  await set.askToJoin(chat);
  await chat.work();
  await takeRemovals(set);
  await withdrawSubmission({ workspaceId: claim.workspaceId, submissionId: claim.id });
  await set.work();
  await decideEntry({ access: set.access, entryId: (await set.entry())?.id ?? "", decision: "remove" });
  await tryToRemove(set);
  expect(await set.members()).toEqual([chat.person.id]);
  expect(await listDueEntries(claim.workspaceId)).toMatchObject([
    { entry: { state: "in", problem: "withdrawn" }, door: { problem: expect.any(String) } },
  ]);
  const erase = () => eraseClaim({ workspaceId: claim.workspaceId, submissionId: claim.id, access: null });
  expect(await erase()).toBe(false);
  await tryToRemove(set);
  expect(await erase()).toBe(true);
  expect(await TelegramEntry.count()).toBe(0);
});

test("whom a member keeps is named again if the claim was right in between", async () => {
  const set = await setUp();
  const { chat, claim } = await verified(set);
  await set.askToJoin(chat);
  await chat.work();
  await decide(set.form, claim.id, "pending");
  await set.work();
  await decideEntry({ access: set.access, entryId: (await set.entry())?.id ?? "", decision: "keep" });
  await decide(set.form, claim.id, "handled");
  await set.work();
  expect(await listDueEntries(claim.workspaceId)).toEqual([]);
  await decide(set.form, claim.id, "pending");
  await set.work();
  expect(await listDueEntries(claim.workspaceId)).toMatchObject([{ entry: { problem: "undone" } }]);
});

test("somebody whose first claim ends waits at the door with their second one", async () => {
  const set = await setUp();
  const chat = await set.open();
  const first = await claimWith(set, chat, { reference: newAccount(), isProven: false });
  const second = await claimWith(set, chat, { reference: newAccount(), isProven: false });
  await withdrawSubmission({ workspaceId: first.workspaceId, submissionId: first.id });
  await set.work();
  expect(await entryOf(set, chat)).toMatchObject({ state: "waiting", submissionId: second.id });
});

test("somebody who has withdrawn and asks to join hears that the door opens for a claim", async () => {
  const set = await setUp();
  const { chat, claim } = await verified(set, { isProven: false });
  await withdrawSubmission({ workspaceId: claim.workspaceId, submissionId: claim.id });
  await set.work();
  await set.askToJoin(chat);
  expect((await chat.last()).text).toBe("It opens for those who have confirmed. Send /start to begin.");
  expect(await set.members()).toEqual([]);
});

test("somebody whose deletion waits for Telegram, and who goes on writing, keeps nobody else waiting", async () => {
  const set = await setUp();
  const { chat } = await verified(set);
  await set.askToJoin(chat);
  await chat.work();
  await takeRemovals(set);
  await chat.say("/delete");
  await chat.press("Yes, delete it");
  const where = { bot: Number(set.bot.telegramId) };
  for (let time = 0; time < 130; time++) await telegram.people.say(where, chat.person, "hurry");
  const other = await set.open();
  await telegram.people.pressLink(where.bot, other.person);
  await set.work();
  await set.work();
  expect((await other.last()).text).toContain("I agree");
  expect((await chat.last()).text).not.toContain("deleted");
});

test("what reached a bot whose token is refused is worked on once it has another", async () => {
  const set = await setUp();
  const chat = await set.open();
  await set.bot.update({ state: "off" });
  await telegram.people.pressLink(Number(set.bot.telegramId), chat.person);
  await set.work();
  expect(await chat.messages()).toHaveLength(1);
  await set.bot.update({ state: "on" });
  await set.work();
  expect(await chat.messages()).toHaveLength(2);
});
