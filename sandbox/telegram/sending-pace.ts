import { type Refusal, tooManyRequests } from "./refusal.ts";

/**
 * Telegram's FAQ: no more than about 30 messages a second in all, 1 a second in a chat, 20 a minute in a group. It
 * says that short bursts pass: here 15 in all, 4 in a private chat and 3 in a group, above what a second or minute holds.
 */
const LIMITS = {
  all: { atOnce: 45, perSecond: 30 },
  private: { atOnce: 5, perSecond: 1 },
  group: { atOnce: 23, perSecond: 20 / 60 },
} as const;

type Limit = keyof typeof LIMITS;

/** Fills at the limit's speed, and is taken from by each message. */
class Bucket {
  private level: number;
  private filledAt: number;

  constructor(
    private readonly limit: { atOnce: number; perSecond: number },
    now: number,
  ) {
    this.level = limit.atOnce;
    this.filledAt = now;
  }

  /** How many seconds until the next message passes: 0 if it may now. */
  waitFor(now: number, factor: number): number {
    const { atOnce, perSecond } = this.limit;
    const speed = perSecond * factor;
    const filled = this.level + ((now - this.filledAt) / 1000) * speed;
    this.level = Math.min(atOnce * factor, Math.max(filled, 0));
    this.filledAt = now;
    return this.level >= 1 ? 0 : Math.max(1, Math.ceil((1 - this.level) / speed));
  }

  take(): void {
    this.level -= 1;
  }
}

/** How fast one bot sends, and how often it was told that it is too fast. */
export class SendingPace {
  readonly refused: Record<Limit, number> = { all: 0, private: 0, group: 0 };
  private readonly chats = new Map<number, Bucket>();
  private all: Bucket | null = null;

  /** Counts a message to a chat. `factor` makes every limit that many times as high. */
  check(chatId: number, now: number, factor: number): Refusal | null {
    const limit = chatId > 0 ? "private" : "group";
    this.all ??= new Bucket(LIMITS.all, now);
    const chat = this.chats.get(chatId) ?? new Bucket(LIMITS[limit], now);
    this.chats.set(chatId, chat);
    const [waitForChat, waitForAll] = [chat.waitFor(now, factor), this.all.waitFor(now, factor)];
    if (waitForChat > 0 || waitForAll > 0) {
      this.refused[waitForChat > 0 ? limit : "all"] += 1;
      return tooManyRequests(Math.max(waitForChat, waitForAll));
    }
    chat.take();
    this.all.take();
    return null;
  }
}
