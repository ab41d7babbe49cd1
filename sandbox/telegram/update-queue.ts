import type { Update } from "@grammyjs/types";
import { conflict } from "./refusal.ts";
import { type QueuedUpdate, type Webhook, WebhookSender } from "./webhook-sender.ts";

export type UpdateKind = Exclude<keyof Update, "update_id">;

/** Why: Telegram's list of what comes unnamed has `chat_join_request`; a product that does not name it is found here. */
const NAMED_ONLY = new Set<UpdateKind>([
  "chat_member",
  "chat_join_request",
  "message_reaction",
  "message_reaction_count",
]);
const FIRST_ID = 500_000_000;
/** How many updates can be replayed. */
const REMEMBERED_MAX = 20_000;
const OTHER_POLL = "terminated by other getUpdates request; make sure that only one bot instance is running";

type Poll = { limit: number; resolve(updates: Update[]): void; reject(error: Error): void };

/** The updates of one bot, until a webhook or a poll has them. */
export class UpdateQueue {
  /** Null for all but those that must be named. */
  allowed: UpdateKind[] | null = null;
  lastError: { at: number; message: string } | null = null;
  private lastId = FIRST_ID;
  private readonly pending = new Set<QueuedUpdate>();
  private readonly sent = new Map<number, QueuedUpdate>();
  private held: QueuedUpdate[] | null = null;
  private sender: WebhookSender | null = null;
  private poll: Poll | null = null;

  constructor(
    private readonly now: () => number,
    private readonly getRetryMs: () => number,
  ) {}

  get pendingCount(): number {
    return this.pending.size;
  }

  get webhook(): Webhook | null {
    return this.sender?.webhook ?? null;
  }

  push<K extends UpdateKind>(kind: K, value: NonNullable<Update[K]>, about: number): void {
    const isWanted = this.allowed ? this.allowed.includes(kind) : !NAMED_ONLY.has(kind);
    if (!isWanted) return;
    this.lastId += 1;
    const update = { update_id: this.lastId, [kind]: value } as Update;
    this.add({ update, lane: `${kind} ${about}`, isLate: false });
  }

  /** Any update, e.g. one that no person makes. */
  pushRaw(update: Update): void {
    this.add({ update, lane: `raw ${update.update_id}`, isLate: true });
  }

  /** @returns whether it is still known */
  replay(updateId: number): boolean {
    const known = this.sent.get(updateId);
    if (known) this.add({ ...known, lane: `again ${updateId}`, isLate: true });
    return known !== undefined;
  }

  hold(): void {
    this.held ??= [];
  }

  /** Lets out what was held, the last first if it is to come out of order. */
  release(isReversed: boolean): void {
    const held = this.held ?? [];
    this.held = null;
    for (const queued of isReversed ? held.reverse() : held)
      this.add(isReversed ? { ...queued, lane: "late", isLate: true } : queued);
  }

  setWebhook(webhook: Webhook): void {
    this.poll?.reject(conflict("terminated by setWebhook request"));
    this.removeWebhook();
    this.sender = new WebhookSender(webhook, {
      getRetryMs: this.getRetryMs,
      onDelivered: (queued) => this.pending.delete(queued),
      onError: (message) => {
        this.lastError = { at: this.now(), message };
      },
    });
    for (const queued of this.pending) this.sender.add(queued);
  }

  removeWebhook(): void {
    this.sender?.stop();
    this.sender = null;
    this.lastError = null;
  }

  stop(): void {
    this.removeWebhook();
    this.poll?.resolve([]);
  }

  dropPending(): void {
    this.pending.clear();
  }

  /** Waits so long for an update if there is none. A later poll ends it. */
  async getUpdates(offset: number | null, limit: number, timeoutMs: number): Promise<Update[]> {
    this.poll?.reject(conflict(OTHER_POLL));
    this.confirm(offset);
    const ready = this.take(limit);
    if (ready.length > 0 || timeoutMs === 0) return ready;
    return new Promise<Update[]>((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        this.poll = null;
      };
      const poll: Poll = {
        limit,
        resolve: (updates) => {
          end();
          resolve(updates);
        },
        reject: (error) => {
          end();
          reject(error);
        },
      };
      const timer = setTimeout(() => poll.resolve([]), timeoutMs);
      this.poll = poll;
    });
  }

  private confirm(offset: number | null): void {
    if (offset === null) return;
    let toDrop = this.pending.size + offset;
    for (const queued of this.pending) {
      const isConfirmed = offset < 0 ? toDrop > 0 : queued.update.update_id < offset && !queued.isLate;
      toDrop -= 1;
      if (isConfirmed) this.pending.delete(queued);
    }
  }

  private take(limit: number): Update[] {
    const updates: Update[] = [];
    for (const queued of this.pending) {
      if (updates.length === limit) break;
      updates.push(queued.update);
      if (queued.isLate) this.pending.delete(queued);
    }
    return updates;
  }

  private add(queued: QueuedUpdate): void {
    if (this.held) {
      this.held.push(queued);
      return;
    }
    this.remember(queued);
    this.pending.add(queued);
    if (this.sender) this.sender.add(queued);
    else this.poll?.resolve(this.take(this.poll.limit));
  }

  private remember(queued: QueuedUpdate): void {
    this.sent.set(queued.update.update_id, queued);
    const [oldest] = this.sent.keys();
    if (this.sent.size > REMEMBERED_MAX && oldest !== undefined) this.sent.delete(oldest);
  }
}
