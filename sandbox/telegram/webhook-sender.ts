import { STATUS_CODES } from "node:http";
import type { Update } from "@grammyjs/types";

export type QueuedUpdate = {
  update: Update;
  /** What stays in order: Telegram sends one at a time of these. */
  lane: string;
  /** Comes again or late, and so also to a poll that asks for later ones. */
  isLate: boolean;
};

export type Webhook = { url: string; secretToken: string; maxConnections: number };

type Events = {
  /** After how long the first repeat comes; each next one waits twice as long. */
  getRetryMs(): number;
  onDelivered(queued: QueuedUpdate): void;
  onError(message: string): void;
};

const RETRY_MAX_MS = 60_000;
const ANSWER_MS = 60_000;

/**
 * Posts updates to a webhook until each is answered with 2xx. As Telegram does, it has several connections at once,
 * keeps the order of messages of a chat and of presses of a person, and of nothing else.
 */
export class WebhookSender {
  private readonly lanes = new Map<string, Set<QueuedUpdate>>();
  private readonly ready = new Set<string>();
  private readonly delays = new Map<string, number>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly ending = new AbortController();
  private active = 0;

  constructor(
    readonly webhook: Webhook,
    private readonly events: Events,
  ) {}

  add(queued: QueuedUpdate): void {
    const lane = this.lanes.get(queued.lane);
    if (lane) {
      lane.add(queued);
      return;
    }
    this.lanes.set(queued.lane, new Set([queued]));
    this.ready.add(queued.lane);
    this.startReady();
  }

  stop(): void {
    this.ending.abort();
    for (const timer of this.timers) clearTimeout(timer);
  }

  private startReady(): void {
    for (const lane of this.ready) {
      if (this.ending.signal.aborted || this.active >= this.webhook.maxConnections) return;
      this.ready.delete(lane);
      this.active += 1;
      void this.sendFirstOf(lane);
    }
  }

  private async sendFirstOf(lane: string): Promise<void> {
    const waiting = this.lanes.get(lane) ?? new Set();
    const [queued] = waiting;
    const error = queued ? await this.post(queued) : null;
    this.active -= 1;
    if (this.ending.signal.aborted) return;
    if (error !== null) {
      this.events.onError(error);
      this.repeatLater(lane);
    } else if (queued) {
      waiting.delete(queued);
      this.delays.delete(lane);
      this.events.onDelivered(queued);
      if (waiting.size > 0) this.ready.add(lane);
      else this.lanes.delete(lane);
    }
    this.startReady();
  }

  private repeatLater(lane: string): void {
    const delay = this.delays.get(lane) ?? this.events.getRetryMs();
    this.delays.set(lane, Math.min(delay * 2, RETRY_MAX_MS));
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.ready.add(lane);
      this.startReady();
    }, delay);
    this.timers.add(timer);
  }

  /** @returns what Telegram says about the failure, or null */
  private async post({ update }: QueuedUpdate): Promise<string | null> {
    const { url, secretToken } = this.webhook;
    const signal = AbortSignal.any([this.ending.signal, AbortSignal.timeout(ANSWER_MS)]);
    try {
      const response = await fetch(url, {
        method: "POST",
        redirect: "manual",
        headers: {
          "content-type": "application/json",
          ...(secretToken && { "x-telegram-bot-api-secret-token": secretToken }),
        },
        body: JSON.stringify(update),
        signal,
      });
      await response.arrayBuffer();
      if (response.ok) return null;
      return `Wrong response from the webhook: ${response.status} ${STATUS_CODES[response.status] ?? ""}`;
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } };
      if (cause?.code === "ECONNREFUSED") return "Connection refused";
      return name === "TimeoutError" ? "Read timeout expired" : "Connection reset by peer";
    }
  }
}
