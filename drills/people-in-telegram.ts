import type { User } from "@grammyjs/types";
import { HOUR } from "#app/lib/dates.ts";
import { groupBy } from "#app/lib/group-by.ts";
import {
  DayMark,
  EventConsumption,
  MatchingMark,
  Postback,
  Submission,
  type TelegramBot,
  TelegramClaim,
  type TelegramDoor,
  TelegramEntry,
  TelegramMessage,
  TelegramUpdate,
} from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { DoorChange, DoorInput } from "#app/schemas/telegram-doors.ts";
import { checkTotals } from "#app/services/submissions/check-totals.server.ts";
import { callBot } from "#app/services/telegram/bot-api.server.ts";
import { connectBot } from "#app/services/telegram/bots/connect-bot.server.ts";
import { createDoor, updateDoor } from "#app/services/telegram/doors/manage-doors.server.ts";
import { telegramVariables } from "#app/services/telegram/variables.server.ts";
import {
  createForm,
  createKey,
  createOwner,
  createPlatforms,
  type Form,
  toAccess,
  unique,
  uniqueEmail,
} from "../tests/factories/index.ts";
import { depositQuery, openPostbacks } from "../tests/support/brokers.ts";
import type { Send, TestResponse } from "../tests/support/client.ts";
import { countOpenDeliveries, untilDone } from "../tests/support/deliver-through-faults.ts";
import { createBot, newBotToken } from "../tests/support/telegram.ts";
import { telegramPeople } from "../tests/support/telegram-people.ts";
import type { Goal } from "./drill.ts";
import type { BotMessage, HeardBots } from "./listen-to-bots.ts";

/** Of every so many owners one has a bot that asks for its updates; Telegram calls for the others. */
const POLLING_EVERY = 4;
/** Longer than a dead process's lease. */
const STUCK_MS = 180_000;
const IDLE_TURNS = 3;
const INVITES = { can_invite_users: true, can_restrict_members: true };

/** An owner with a form, a bot, and a channel for each of the two doors. */
export type OwnerInTelegram = {
  form: Form;
  bot: TelegramBot;
  doors: { claimed: TelegramDoor; verified: TelegramDoor };
  apiKey: string;
  postbackPath: string;
};

type OwnersOptions = { sandboxUrl: string; owners: number };

export async function createOwnersInTelegram({
  sandboxUrl,
  owners,
}: OwnersOptions): Promise<OwnerInTelegram[]> {
  telegramVariables.apiUrl = sandboxUrl;
  const made: OwnerInTelegram[] = [];
  for (let index = 0; index < owners; index++)
    made.push(await createOwnerInTelegram(sandboxUrl, index % POLLING_EVERY === POLLING_EVERY - 1));
  return made;
}

async function createOwnerInTelegram(sandboxUrl: string, isPolling: boolean): Promise<OwnerInTelegram> {
  const people = telegramPeople(sandboxUrl);
  const owner = await createOwner();
  const access = toAccess(owner);
  const form = await createForm({
    owner,
    platforms: await createPlatforms(1, { owner }),
    amountField: "hidden",
  });
  const token = newBotToken();
  await callBot(token, "getMe");
  const bot = isPolling
    ? await createBot(owner, { token, nextUpdateId: 0, dueAt: new Date() })
    : await connectBot({ access, token });
  const openDoor = async (state: "claimed" | "verified") => {
    const channel = await people.createGroup({ type: "channel", title: `Casa ${state}` });
    await people.placeBot(Number(bot.telegramId), channel.id, INVITES);
    return createDoor({
      access,
      input: DoorInput.parse({ chatId: String(channel.id), needs: { state } }),
    });
  };
  const doors = { claimed: await openDoor("claimed"), verified: await openDoor("verified") };
  await updateDoor({
    access,
    doorId: doors.verified.id,
    input: DoorChange.parse({ confirm: true }),
    actor: { user: owner, ip: null },
  });
  const { key: apiKey } = await createKey(owner);
  return { form, bot, doors, apiKey, postbackPath: await openPostbacks(form) };
}

/** Whose click a claim has: its visit's, nobody's, or that of one of two who use a token at once. */
type Click = "own" | "none" | "either";

type Person = {
  owner: OwnerInTelegram;
  user: User;
  email: string;
  account: string;
  click: Click;
  fbclid: string;
  isThanked: boolean;
  /** For whom the door for verified claims opens. */
  isEntitled: boolean;
  /** Claims with an account number that opened for somebody else. */
  isBorrowing: boolean;
  /** What did not come in time, and whether it came later. */
  stuck: { at: string; hasCome: () => Promise<boolean> } | null;
};

type Requests = {
  /** The form's link to the bot. @returns where it leads */
  openLink(path: string, index: number): Promise<string>;
  /** Sends a path until it is answered with 200. */
  sendUntilDone(path: string, options?: Send): Promise<TestResponse>;
};

class Stuck extends Error {
  constructor(
    message: string,
    readonly hasCome: () => Promise<boolean>,
  ) {
    super(message);
  }
}

const { chat: texts, form: questions, actions, thanks } = textsIn("en");
const hasButton = (text: string) => (message: BotMessage) => message.buttons.some((one) => one.text === text);
const leadsTo = (url: string) => (message: BotMessage) => message.buttons.some((one) => one.url === url);
const begins = (text: string) => (message: BotMessage) => message.text.startsWith(text);

let accounts = 9_300_000;
const nextAccount = () => String(++accounts);

/** Visitors who come from an ad to a bot, claim there and go through doors, each in a way of its own. */
export function createVisitorsInTelegram(
  owners: readonly OwnerInTelegram[],
  { sandboxUrl, heard, requests }: { sandboxUrl: string; heard: HeardBots; requests: Requests },
) {
  const people = telegramPeople(sandboxUrl);
  const all: Person[] = [];

  async function visit(index: number): Promise<void> {
    const owner = owners[index % owners.length] as OwnerInTelegram;
    const fbclid = `IwAR${unique()}`;
    if (index % 10 === 9) {
      await claimAndJoin(index, await createPerson(owner, { fbclid, click: "none" }), { token: "" });
      return;
    }
    const location = await requests.openLink(
      `${paths.continueInTelegram(owner.form)}?fbclid=${fbclid}`,
      index,
    );
    const token = new URL(location).searchParams.get("start") ?? "";
    if (index % 20 === 3) {
      // Two use a token at the same moment.
      const both = [
        await createPerson(owner, { fbclid, click: "either" }),
        await createPerson(owner, { fbclid, click: "either" }),
      ];
      await Promise.all(both.map((person) => claimAndJoin(index, person, { token })));
      return;
    }
    const forwarded: Promise<void>[] = [];
    const onStarted = async () => {
      if (index % 20 !== 13) return;
      forwarded.push(claimAndJoin(index, await createPerson(owner, { fbclid, click: "none" }), { token }));
    };
    await claimAndJoin(index, await createPerson(owner, { fbclid, click: "own" }), { token, onStarted });
    await Promise.all(forwarded);
  }

  async function createPerson(
    owner: OwnerInTelegram,
    { fbclid, click }: Pick<Person, "fbclid" | "click">,
  ): Promise<Person> {
    const user = await people.createPerson({ language_code: "en" });
    const person = { owner, user, email: uniqueEmail(), account: nextAccount(), click, fbclid };
    const known = { ...person, isThanked: false, isEntitled: false, isBorrowing: false, stuck: null };
    all.push(known);
    return known;
  }

  type Coming = { token: string; onStarted?: () => Promise<void> };

  async function claimAndJoin(index: number, person: Person, coming: Coming): Promise<void> {
    try {
      const lender = index % 10 === 7 ? findLender(person.owner) : undefined;
      if (lender) Object.assign(person, { account: lender.account, isBorrowing: true });
      const chat = openChat(person);
      await claim(index, person, { chat, ...coming });
      person.isThanked = true;
      // The last digit says what becomes of the claim: two of ten stay undecided, two are verified without proof.
      person.isEntitled = index % 5 >= 2 && !person.isBorrowing;
      await Promise.all([judge(index, person), join(index, person, chat)]);
    } catch (error) {
      if (!(error instanceof Stuck)) throw error;
      person.stuck = { at: error.message, hasCome: error.hasCome };
    }
  }

  function openChat({ owner: { bot }, user }: Person) {
    const where = { bot: Number(bot.telegramId) };
    const chat = heard.openChat(where.bot, user.id);
    const until = async (what: string, matches: (message: BotMessage) => boolean) => {
      const message = await chat.next(matches, STUCK_MS);
      if (!message) throw new Stuck(what, async () => (await chat.next(matches, 0)) !== null);
      return message;
    };
    return {
      until,
      start: (token: string) => people.pressLink(where.bot, user, token),
      say: (text: string) => people.say(where, user, text),
      press: (message: BotMessage, button: string) => people.press(where, user, message.id, button),
    };
  }
  type Chat = ReturnType<typeof openChat>;

  async function claim(
    index: number,
    { email, account }: Person,
    { chat, token, onStarted }: Coming & { chat: Chat },
  ): Promise<void> {
    const press = async (message: BotMessage, button: string) => {
      await chat.press(message, button);
      if (index % 5 === 0) await chat.press(message, button);
    };
    await chat.start(token);
    const consent = await chat.until("the consent", hasButton(texts.agree));
    await onStarted?.();
    await press(consent, texts.agree);
    await chat.until("the question for the email", begins(questions.email));
    await chat.say(email);
    await chat.until("the question for the phone", begins(questions.phone));
    await chat.say("+34612345678");
    await chat.until("the question for the account", begins(questions.accountNumber));
    await chat.say(account);
    const { button } = actions.deposit;
    await press(await chat.until("the question whether all is right", hasButton(button)), button);
    await chat.until("the thanks", begins(thanks.heading));
  }

  /** The broker calls back, and the owner decides. */
  async function judge(index: number, { owner, email, account }: Person): Promise<void> {
    const { apiKey, form, postbackPath } = owner;
    const isProvenByEmail = index % 5 >= 2 || index % 10 === 0;
    const isOfOther = index % 10 === 1;
    if (isProvenByEmail || isOfOther) {
      const at = new Date(Date.now() - HOUR / 2);
      const mail = isOfOther ? uniqueEmail() : email;
      await requests.sendUntilDone(postbackPath + depositQuery({ player: account, mail, at, tx: unique() }));
    }
    if (index % 5 === 0) return;
    const where = { workspaceId: form.owner.workspace.id, email };
    const found = await untilRead(() => Submission.findOne({ where, attributes: ["id"] }));
    if (!found) return;
    const path = `/api/optin/dashboard/submissions/${found.id}`;
    await requests.sendUntilDone(path, { method: "PUT", token: apiKey, json: { status: "handled" } });
  }

  /** Some ask before a door opens for them, others once the bot tells them of it. */
  async function join(index: number, { owner: { doors }, user, isEntitled }: Person, chat: Chat) {
    const { claimed, verified } = doors;
    if (index % 2 === 0) await chat.until("the way to the first channel", leadsTo(claimed.inviteLink));
    await people.askToJoin(user, claimed.inviteLink);
    if (isEntitled && index % 3 !== 0)
      await chat.until("the way to the second channel", leadsTo(verified.inviteLink));
    await people.askToJoin(user, verified.inviteLink);
  }

  /** Somebody who is in the channel for verified claims, whose account number another one enters too. */
  const findLender = (owner: OwnerInTelegram): Person | undefined =>
    all.findLast(
      (one) =>
        one.owner === owner &&
        one.isEntitled &&
        heard.letIn.has(`${owner.doors.verified.chatId} ${one.user.id}`),
    );

  return { visit, people: all };
}

const AGAIN_MS = 200;

/** Reads again while the database is away. */
async function untilRead<T>(read: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await read();
    } catch {
      await new Promise<void>((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** Everything that people did is worked on, and all is said, or nothing has come for a while. */
export async function untilBotsAreIdle(
  owners: readonly OwnerInTelegram[],
  sandboxUrl: string,
): Promise<void> {
  const people = telegramPeople(sandboxUrl);
  const countLeft = async () => {
    const bots = owners.map(({ bot }) => people.seeBot(Number(bot.telegramId)));
    const left = await Promise.all([
      TelegramUpdate.count({ where: { state: "new" } }),
      TelegramMessage.count({ where: { state: ["queued", "paced"] } }),
      TelegramClaim.count({ where: { state: "queued" } }),
      TelegramEntry.count({ where: { state: ["due", "remove"] } }),
      Postback.count({ where: { state: ["new", "later"] } }),
      MatchingMark.count(),
      DayMark.count(),
      EventConsumption.count({ where: { state: "queued" } }),
      countOpenDeliveries(),
      ...bots.map(async (bot) => (await bot).pendingUpdates),
    ]);
    return left.reduce((sum, one) => sum + one, 0);
  };
  for (let turn = 0; turn < IDLE_TURNS; turn++) await untilDone(countLeft);
}

/** Whether each claim is there once with its own click, and exactly those are in who may be. */
export async function comparePeople(
  everybody: readonly Person[],
  owners: readonly OwnerInTelegram[],
  sandboxUrl: string,
): Promise<{ figures: Record<string, number | string>; goals: Goal[] }> {
  const people = telegramPeople(sandboxUrl);
  const claims = await Submission.findAll({ attributes: ["email", "fbclid"], raw: true });
  const byEmail = new Map<string, (string | null)[]>();
  for (const { email, fbclid } of claims) byEmail.set(email, [...(byEmail.get(email) ?? []), fbclid]);
  const clicksOf = ({ email }: Person) => byEmail.get(email) ?? [];
  const known = new Set(everybody.map(({ email }) => email));
  const thanked = everybody.filter(({ isThanked }) => isThanked);

  const lost = thanked.filter((person) => clicksOf(person).length === 0).length;
  const doubled =
    [...byEmail.values()].reduce((sum, clicks) => sum + clicks.length - 1, 0) +
    [...byEmail.keys()].filter((email) => !known.has(email)).length;
  const wrong = thanked.filter((person) => {
    const [fbclid = null] = clicksOf(person);
    if (person.click === "own") return fbclid !== person.fbclid;
    return fbclid !== null && (person.click === "none" || fbclid !== person.fbclid);
  });
  const shared = groupBy(
    thanked.filter(({ click }) => click === "either"),
    ({ fbclid }) => fbclid,
  );
  const unshared = [...shared.values()].flatMap((both) => {
    const owners = both.filter((person) => clicksOf(person)[0] === person.fbclid).length;
    return both.length === 2 && owners !== 1 ? [`${owners} of two at once`] : [];
  });
  const misled = [
    ...wrong.map((person) => `${person.click} has ${clicksOf(person)[0] ? "one" : "none"}`),
    ...unshared,
  ];

  const inside = { claimed: new Set<number>(), verified: new Set<number>() };
  for (const { doors } of owners)
    for (const needs of ["claimed", "verified"] as const)
      for (const id of await people.membersOf(Number(doors[needs].chatId))) inside[needs].add(id);
  const entitled = {
    // One account at the broker opens for one person: a member decides about a second.
    claimed: new Set(thanked.filter(({ isBorrowing }) => !isBorrowing).map(({ user }) => user.id)),
    verified: new Set(thanked.filter(({ isEntitled }) => isEntitled).map(({ user }) => user.id)),
  };
  const isStuck = new Set(everybody.filter(({ stuck }) => stuck !== null).map(({ user }) => user.id));
  const strangers = (needs: "claimed" | "verified") =>
    [...inside[needs]].filter((id) => !entitled[needs].has(id)).length;
  const outside = (needs: "claimed" | "verified") =>
    [...entitled[needs]].filter((id) => !inside[needs].has(id) && !isStuck.has(id)).length;
  const stuck = await Promise.all(
    everybody
      .flatMap((person) => (person.stuck === null ? [] : [person.stuck]))
      .map(async ({ at, hasCome }) => `${at} ${(await hasCome()) ? "came later" : "never came"}`),
  );
  // Who is in, by our own word for it.
  const entries = await TelegramEntry.findAll({ where: { state: "in" }, attributes: ["doorId"], raw: true });
  const differing = await checkTotals();
  const failed = await TelegramUpdate.count({ where: { state: "failed" } });
  return {
    figures: {
      "people, thanked, claims": `${everybody.length}, ${thanked.length}, ${claims.length}`,
      "with another person's account number": everybody.filter(({ isBorrowing }) => isBorrowing).length,
      "claims lost, doubled": `${lost}, ${doubled}`,
      "with another click than the visit's": misled.length === 0 ? 0 : misled.slice(0, 8).join("; "),
      "in the channel for claims, for verified claims": `${inside.claimed.size}, ${inside.verified.size}`,
      "in without a right to it": `${strangers("claimed")}, ${strangers("verified")}`,
      "out with a right to be in": `${outside("claimed")}, ${outside("verified")}`,
      "in a channel, known to be in": `${inside.claimed.size + inside.verified.size}, ${entries.length}`,
      "updates, failed": `${await TelegramUpdate.count()}, ${failed}`,
      "people without an answer": stuck.length === 0 ? 0 : `${stuck.length}: ${stuck.slice(0, 8).join("; ")}`,
      "totals that differ": differing,
    },
    goals: [
      { goal: "no claim lost or doubled", isMet: lost === 0 && doubled === 0 },
      { goal: "every claim has its visit's click, and no other", isMet: misled.length === 0 },
      {
        goal: "nobody is in without a claim, or a verified and proven one",
        isMet: strangers("claimed") === 0 && strangers("verified") === 0,
      },
      {
        goal: "everybody who may be in is in",
        isMet: outside("claimed") === 0 && outside("verified") === 0,
      },
      {
        goal: "whoever is in is known to be in",
        isMet: entries.length === inside.claimed.size + inside.verified.size,
      },
      { goal: "every update worked on, everybody answered", isMet: failed === 0 && stuck.length === 0 },
      { goal: "every total true", isMet: differing === 0 },
    ],
  };
}
