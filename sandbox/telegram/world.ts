import type { BotCommand, Chat, ChatInviteLink, ChatMember, User } from "@grammyjs/types";
import { MessageBook } from "./message-book.ts";
import { SendingPace } from "./sending-pace.ts";
import { UpdateQueue } from "./update-queue.ts";

export type ButtonPress = { at: number; book: MessageBook };

export type Bot = {
  user: User;
  /** Those that were used. A new one is the same bot, as after `/token` at @BotFather. */
  tokens: Set<string>;
  queue: UpdateQueue;
  pace: SendingPace;
  /** By id of the callback query. */
  presses: Map<string, ButtonPress>;
  /** By language, "" for all others. */
  commands: Map<string, BotCommand[]>;
  /** How often each method was called. */
  calls: Map<string, number>;
};

/** A person's chat with one bot. */
export type PrivateChat = {
  bot: Bot;
  person: User;
  book: MessageBook;
  isStarted: boolean;
  isBlocked: boolean;
  /** After a request to join the bot may write for a while. */
  isOpenUntil: number;
};

export type InviteLink = { value: ChatInviteLink; limit: number | null; expiresAt: number | null };
export type JoinRequest = { person: User; link: InviteLink };

/** A channel or a supergroup. */
export type Group = {
  chat: Chat.SupergroupChat | Chat.ChannelChat;
  members: Map<number, ChatMember>;
  requests: Map<number, JoinRequest>;
  links: Map<string, InviteLink>;
  book: MessageBook;
};

/** Above what 32 bits hold, as the ids of new accounts are. */
const FIRST_PERSON = 5_000_000_001;
const FIRST_GROUP = 1_002_000_000_001;

export type WorldSettings = {
  /** After how long an update that a webhook refused comes again; doubles each time. */
  retryMs: number;
  /** Makes the limits of sending that many times as high. */
  pace: number;
};

/** All bots, people and chats of one sandbox. */
export class TelegramWorld {
  readonly people = new Map<number, User>();
  readonly bots = new Map<number, Bot>();
  readonly groups = new Map<number, Group>();
  readonly revokedTokens = new Set<string>();
  readonly settings: WorldSettings;
  /** Whom the pages played last. */
  active: User | null = null;
  private readonly privateChats = new Map<string, PrivateChat>();
  private readonly groupsByLink = new Map<string, Group>();
  private nextPerson = FIRST_PERSON;
  private nextGroup = FIRST_GROUP;

  constructor(
    readonly now: () => number,
    settings: WorldSettings,
  ) {
    this.settings = { ...settings };
  }

  get seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  takeBot(id: number): Bot {
    const known = this.bots.get(id);
    if (known) return known;
    const bot: Bot = {
      user: { id, is_bot: true, first_name: `Sandbox bot ${id}`, username: `sandbox_${id}_bot` },
      tokens: new Set(),
      queue: new UpdateQueue(this.now, () => this.settings.retryMs),
      pace: new SendingPace(),
      presses: new Map(),
      commands: new Map(),
      calls: new Map(),
    };
    this.bots.set(id, bot);
    return bot;
  }

  /** By id, or by username with or without the `@`. */
  findBot(name: string): Bot | null {
    const id = /^@?sandbox_(\d{1,15})_bot$/i.exec(name)?.[1] ?? name;
    return this.bots.get(Number(id)) ?? null;
  }

  /** One whose id is known is changed. */
  addPerson({ id, ...given }: Partial<User>): User {
    const known = this.people.get(id ?? 0);
    if (known) return Object.assign(known, given);
    const person: User = {
      id: id ?? this.nextPerson,
      is_bot: false,
      first_name: `Visitor ${this.people.size + 1}`,
      language_code: "en",
      ...given,
    };
    if (id === undefined) this.nextPerson += 1;
    this.people.set(person.id, person);
    return person;
  }

  findPrivateChat = (bot: Bot, personId: number): PrivateChat | null =>
    this.privateChats.get(`${bot.user.id} ${personId}`) ?? null;

  takePrivateChat(bot: Bot, person: User): PrivateChat {
    const known = this.findPrivateChat(bot, person.id);
    if (known) return known;
    const chat: PrivateChat = {
      bot,
      person,
      book: new MessageBook(),
      isStarted: false,
      isBlocked: false,
      isOpenUntil: 0,
    };
    this.privateChats.set(`${bot.user.id} ${person.id}`, chat);
    return chat;
  }

  addGroup(type: "channel" | "supergroup", title: string, username?: string, asked?: number): Group {
    const id = asked ?? -this.nextGroup;
    if (asked === undefined) this.nextGroup += 1;
    const chat = { id, type, title, ...(username && { username }) } as Group["chat"];
    const group: Group = {
      chat,
      members: new Map(),
      requests: new Map(),
      links: new Map(),
      book: new MessageBook(),
    };
    this.groups.set(id, group);
    return group;
  }

  /** `link` is the whole address or what follows its `+`. */
  findLink(link: string): { group: Group; link: InviteLink } | null {
    const key = link.slice(link.lastIndexOf("+") + 1);
    const group = this.groupsByLink.get(key);
    const found = group?.links.get(key);
    return group && found ? { group, link: found } : null;
  }

  addLink(group: Group, link: InviteLink): void {
    const address = link.value.invite_link;
    const key = address.slice(address.lastIndexOf("+") + 1);
    group.links.set(key, link);
    this.groupsByLink.set(key, group);
  }

  stop(): void {
    for (const { queue } of this.bots.values()) queue.stop();
  }
}
