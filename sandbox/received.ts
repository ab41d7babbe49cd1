import { isFields, toText } from "./fields.ts";

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
  /** Why it was refused, or what was done to its response. */
  error?: string;
};

const KEPT_MAX = 5000;

/** The newest events, 5000 of them unless more are asked for, and how many there were in all. */
export class ReceivedLog {
  private list: ReceivedEvent[] = [];
  total = 0;

  constructor(private readonly keptMax = KEPT_MAX) {}

  add(event: ReceivedEvent): void {
    this.total += 1;
    this.list.push(event);
    if (this.list.length > this.keptMax) this.list.shift();
  }

  /** Newest first. */
  newest(limit = this.keptMax): ReceivedEvent[] {
    return this.list.slice(-limit).reverse();
  }

  clear(): void {
    this.list = [];
    this.total = 0;
  }
}

type Call = {
  platform: string;
  assetId: string;
  at: number;
  /** Taken out of what is kept. */
  token: string;
  testEventCode?: string;
};
/** One event of a call, as far as it could be read. */
export type SentEvent = { eventId: string; eventName: string; body: unknown };

/** An event of Meta's shape, which Snapchat has taken over; `nameField` where the name has another field. */
export const sentEvent =
  (nameField = "event_name") =>
  (body: unknown): SentEvent => {
    const event = isFields(body) ? body : {};
    return { eventId: toText(event.event_id), eventName: toText(event[nameField]), body };
  };

/** Keeps what a call sent, taken or refused; a call without any event is one row too. */
export function keepCall(
  log: ReceivedLog,
  { at, token, testEventCode = "", ...call }: Call,
  sent: SentEvent[],
  { accepted, error }: { accepted: boolean; error?: string | undefined },
): void {
  for (const { eventId, eventName, body } of sent.length > 0 ? sent : [NOTHING]) {
    log.add({
      ...call,
      eventId: eventId || null,
      eventName: eventName || null,
      at: new Date(at).toISOString(),
      accepted,
      body: withoutToken(body, token),
      ...(testEventCode !== "" && { testEventCode }),
      ...(error !== undefined && { error }),
    });
  }
}

const NOTHING: SentEvent = { eventId: "", eventName: "", body: null };

/** Removes the token from every text of a value, and the fields that hold tokens. */
function withoutToken(value: unknown, token: string): unknown {
  if (typeof value === "string") return token === "" ? value : value.replaceAll(token, "[token]");
  if (Array.isArray(value)) return value.map((entry) => withoutToken(entry, token));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "access_token")
      .map(([name, entry]) => [name, withoutToken(entry, token)]),
  );
}
