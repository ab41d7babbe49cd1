import type { AttemptOutcome, ConversionAction } from "#app/lib/domain.ts";
/** The one interface behind which every ad platform stands. Adding a platform is one file here and one line in `index.server.ts`. */

export type AdPlatformId = "meta";

/** What is known of a verified submission, as plain values. Each platform normalises and hashes them its own way. */
export type Conversion = {
  /** Written with the delivery and never made again. */
  eventId: string;
  /** What the visitor says was done; it decides the event's name unless `eventName` does. */
  action: ConversionAction | null;
  eventName: string | null;
  /** When the visitor confirmed: the event's time. */
  confirmedAt: Date;
  email: string;
  /** E.164, with its `+`. */
  phone: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** Our own stable id for the person on this form. */
  externalId: string | null;
  /** Decimal text in major units; only ever together with `currency`. */
  amount: string | null;
  currency: string | null;
  pageUrl: string | null;
  referrer: string | null;
  ip: string | null;
  userAgent: string | null;
  clickIds: {
    fbclid: string | null;
    ttclid: string | null;
    scCid: string | null;
    gclid: string | null;
    gbraid: string | null;
    wbraid: string | null;
  };
  clickSeenAt: Date | null;
  cookies: { fbc: string | null; fbp: string | null; ttp: string | null; scid: string | null };
};

/** An event in the platform's own shape, and the names of the fields that could not be normalised and were left out. */
export type BuiltEvent = { body: Record<string, unknown>; omittedFields: string[] };

export type Credential = { accessToken: string; pixelId: string; testEventCode: string | null };

/**
 * What came back, before it is judged.
 * - `answered`: the platform gave a whole answer
 * - `unreached`: nothing was sent (refused connection, unknown host): safe to repeat
 * - `unanswered`: it was sent and no whole answer came (timeout, reset, cut): the platform may have it
 */
export type AdPlatformResponse = {
  kind: "answered" | "unreached" | "unanswered";
  httpStatus: number | null;
  /** At most 64 KiB; longer ones are cut and marked `isOversized`. */
  body: string;
  isOversized: boolean;
  headers: Record<string, string>;
  durationMs: number;
  /** The transport's own word for what went wrong, e.g. `ECONNREFUSED`; null when answered. */
  fault: string | null;
};

/**
 * What an answer means for the event.
 * - `accepted`: the platform has it
 * - `transient`: try again, after `retryAfterMs` where the platform says so
 * - `ambiguous`: it may have arrived; try again under the same id and say so
 * - `parked`: the credential or the set-up is refused; wait until it is mended
 * - `permanent`: the platform understood the event and refused it
 */
export type DeliveryOutcome = {
  outcome: AttemptOutcome;
  retryAfterMs: number | null;
  /** e.g. `100/2804003`; null when the platform gave none. */
  platformCode: string | null;
  /** The platform's own words, or the transport's, in one line. */
  message: string | null;
  /** Our plain sentence: what happened and what to do. Null when accepted. */
  remedy: string | null;
  traceId: string | null;
};

export type CredentialCheck =
  | { ok: true; assets: { id: string; name: string; type: "pixel" }[] }
  | { ok: false; meaning: DeliveryOutcome };

export type AdPlatform = {
  id: AdPlatformId;
  /** As people call it: "Meta". */
  name: string;
  /** How old an event may be when it arrives. */
  windowMs: number;
  maxBatch: number;
  /** Asks the platform whether the token works for the pixel; makes no event. */
  checkCredential(credential: Credential): Promise<CredentialCheck>;
  /** Never throws for a bad optional field: it is left out and named. Throws only when the event has no time or id. */
  buildEvent(facts: Conversion): BuiltEvent;
  /** Sends 1 to `maxBatch` events in one call. Never throws: every fault is a `AdPlatformResponse`. */
  send(
    credential: Credential,
    events: BuiltEvent[],
    options: { timeoutMs: number },
  ): Promise<AdPlatformResponse>;
  /** Judges an answer by machine code only, never by its human text. */
  interpret(answer: AdPlatformResponse, sentCount: number): DeliveryOutcome;
};
