/** One event as it came in, taken or refused. Access tokens are never part of it. */
export type ReceivedEvent = {
  platform: string;
  /** The pixel or conversion action. */
  assetId: string;
  eventId: string | null;
  eventName: string | null;
  /** ISO 8601. */
  at: string;
  accepted: boolean;
  /** The event itself as it was sent; null when the call could not be read. */
  body: unknown;
  testEventCode?: string;
  /** Why it was refused, or what was done to its answer. */
  error?: string;
};

const KEPT_MAX = 5000;

/** The newest 5000 events, and how many there were in all. */
export class ReceivedLog {
  private list: ReceivedEvent[] = [];
  total = 0;

  add(event: ReceivedEvent): void {
    this.total += 1;
    this.list.push(event);
    if (this.list.length > KEPT_MAX) this.list.shift();
  }

  /** Newest first. */
  newest(limit = KEPT_MAX): ReceivedEvent[] {
    return this.list.slice(-limit).reverse();
  }

  clear(): void {
    this.list = [];
    this.total = 0;
  }
}

/** The value with the token taken out of every text in it, and without any field that is there to carry one. */
export function withoutToken(value: unknown, token: string): unknown {
  if (typeof value === "string") return token === "" ? value : value.replaceAll(token, "[token]");
  if (Array.isArray(value)) return value.map((entry) => withoutToken(entry, token));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "access_token")
      .map(([name, entry]) => [name, withoutToken(entry, token)]),
  );
}
