/** How a bot is: whether Telegram takes its token, and whether another program gets its updates. */
export const BOT_HEALTHS = ["ok", "refused", "elsewhere", "away"] as const;
export type BotHealth = (typeof BOT_HEALTHS)[number];

/** What a conversation asks for, in this order. */
export const CONVERSATION_STEPS = [
  "consent",
  "platform",
  "email",
  "phone",
  "amount",
  "currency",
  "reference",
  "check",
] as const;
export type ConversationStep = (typeof CONVERSATION_STEPS)[number];

/** What the link to a bot may carry: letters, digits, `_` and `-`. */
export const START_TOKEN_MAX = 64;
export const START_DAYS = 30;
/** How long answers that are no claim yet are kept. */
export const CONVERSATION_HOURS = 24;
/** An update over this is not stored. */
export const UPDATE_MAX_BYTES = 1024 * 1024;
/** The message of @BotFather, with which a token is often copied, is shorter. */
export const BOT_TOKEN_TEXT_MAX = 2000;
/** What Telegram is asked for. `chat_member` and `chat_join_request` come only where they are named. */
export const UPDATE_TYPES = [
  "message",
  "edited_message",
  "callback_query",
  "my_chat_member",
  "chat_member",
  "chat_join_request",
] as const;

/** Whom a door is for. */
export const DOOR_NEEDS = ["claimed", "verified"] as const;
export type DoorNeeds = (typeof DOOR_NEEDS)[number];

/**
 * Somebody at a door:
 * - `waiting`: a member has to open it
 * - `due`: it opens by itself once the hold of the decision is over
 * - `open`: they may come in
 * - `in`: they have come in
 * - `remove`: a member has decided to remove them
 * - `out`: they have left, or were removed
 */
export type EntryState = "waiting" | "due" | "open" | "in" | "remove" | "out";

/** Why a member has to open it: what brokers say proves too little, or nobody has confirmed the door yet. */
export type EntryWait = "evidence" | "account" | "country" | "confirmation";

/** What speaks against a claim after its door has opened. */
export type EntryProblem = "withdrawn" | "charged_back" | "reversed" | "undone" | "left";

/** What came by Telegram in a range of days. */
export type TelegramFigures = {
  /** Visits that went on in Telegram. */
  started: number;
  /** Whether visits of all days are still stored. */
  isStartedWhole: boolean;
  /** Claims that were made in a chat. */
  claimed: number;
  verified: number;
  /** How many of the claims have a click id. */
  withClickId: number;
  /** People who came in through a door. */
  cameIn: number;
};
