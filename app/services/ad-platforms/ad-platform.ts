import type { z } from "zod";
import type { AdCookie, ClickId } from "#app/lib/ad-platforms.ts";
import type { AttemptOutcome, ConversionAction } from "#app/lib/domain.ts";
import type { HttpResult } from "#app/lib/http-client.server.ts";
import type { AdPlatformDescription } from "#app/schemas/ad-platforms.ts";
import type { AssetSettings } from "#app/schemas/connections.ts";
import type { WeighedKey } from "./shared/match-quality.ts";

/** A verified submission as plain values. Each platform normalizes and hashes them its own way. */
export type Conversion = {
  /** Written with the delivery and never made again. */
  eventId: string;
  /** What the visitor reports. It decides the event's name unless `eventName` does. */
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
  /** Decimal text in major units; only together with `currency`. */
  amount: string | null;
  currency: string | null;
  pageUrl: string | null;
  referrer: string | null;
  ip: string | null;
  userAgent: string | null;
  clickIds: Record<ClickId, string | null>;
  clickSeenAt: Date | null;
  cookies: Record<AdCookie, string | null>;
  /** Made in a chat: there is no page, address or browser of the visitor. */
  isFromChat?: boolean;
  /** The form's own public address, for platforms that refuse an event without a page. */
  formUrl?: string | null;
  /** What the owner earned with it, in `currency`. */
  commission?: string | null;
  /** The visitor agreed that this is passed on to ad platforms. */
  consent?: { givenAt: Date } | null;
};

/** An event in the platform's own shape. `omittedFields` could not be normalized and were left out. */
export type BuiltEvent = { body: Record<string, unknown>; omittedFields: string[] };

export type AdPlatformResponse = HttpResult;

/**
 * - `blocked`: the platform takes nothing until the owner has settled something there; tried every hour
 * - `unreadable`: the stored credential cannot be read, which is our fault and not the platform's
 */
export type ConnectionFault = "blocked" | "unreadable";

type ResultDetails = {
  /** How long the platform asks to wait before the next call. */
  retryAfterMs: number | null;
  /** For example `100/2804003`; null if the platform gave none. */
  platformCode: string | null;
  /** The platform's own words, or the transport's, in one line. */
  message: string | null;
  /** Our plain sentence: what happened and what to do. Null if accepted. */
  remedy: string | null;
  traceId: string | null;
  /** A code that is not in the platform's documentation: tried a few times, and then shown as failed. */
  isUnknownCode?: boolean;
  /** The fault of the connection, unless the credential is refused. */
  connectionFault?: ConnectionFault;
};

/**
 * What a response means for the event.
 * - `accepted`: the platform has it
 * - `submitted`: the platform reports its result later, under the receipt
 * - `transient`: try again, after `retryAfterMs` if the platform says so
 * - `ambiguous`: it may have arrived; try again under the same id and say so
 * - `parked`: the credential or the set-up is refused; wait until the owner connects again
 * - `permanent`: the platform understood the event and refused it
 */
export type DeliveryResult = ResultDetails &
  ({ outcome: "submitted"; receipt: string } | { outcome: Exclude<AttemptOutcome, "submitted"> });

/** A result with the response it was read from; null if nothing was sent. */
export type SendResult = { response: AdPlatformResponse | null; result: DeliveryResult };

/**
 * The part of a destination that the platform refuses: the form shows the message at that field. `server` is
 * a fault of our own set-up.
 */
export type RefusedSubject = "credential" | "permission" | "asset" | "server";

export type PlatformRefusal = { ok: false; result: DeliveryResult; subject?: RefusedSubject };

/** What receives events at the platform: a pixel, a conversion action. */
export type Asset = { id: string; name: string; type: string };

/** Where an event goes: the credential, the owner's settings, and the asset that receives it. */
export type Destination<Credential = unknown, Settings = unknown> = {
  credential: Credential;
  settings: Settings;
  assetId: string;
};

export type OAuthConnect<Credential> = {
  kind: "oauth";
  /** Whether the platform takes a PKCE challenge (S256). */
  usesPkce: boolean;
  /** False if the server has no OAuth client at the platform, so that nobody can connect. */
  isConfigured?: boolean;
  authorizeUrl(request: { redirectUri: string; state: string; codeChallenge: string | null }): URL;
  exchange(response: {
    code: string;
    redirectUri: string;
    codeVerifier: string | null;
  }): Promise<{ ok: true; credential: Credential } | PlatformRefusal>;
  isExpired(credential: Credential, now: Date): boolean;
  refresh(
    credential: Credential,
    options: { timeoutMs: number },
  ): Promise<{ ok: true; credential: Credential } | PlatformRefusal>;
};

/** A setting that the owner enters beside the asset, by its name in `settingsSchema`. */
type SettingField = { name: keyof AssetSettings; label: string; hint: string };

/** A fixed list of event names. */
export type EventNames = { includes(name: string): boolean; hint: string };

/** How many calls the platform takes in a minute, from one connection or from the whole product. */
type Pace = { perMinute: number; scope: "connection" | "project" };

/**
 * One ad platform. Calls never throw for what the platform does: every failure is a result.
 * Method syntax, so that the registry can list platforms with different credentials and settings.
 */
export interface AdPlatform<Credential = unknown, Settings = unknown> {
  id: string;
  /** The name that people use: "Meta". */
  name: string;
  /** What consent texts call it: its name if missing. */
  consentNames?: readonly string[];
  credentialSchema: z.ZodType<Credential>;
  /** Test mode is `testEventCode`, where the platform gives a code for it, or else `isTest`. */
  settingsSchema: z.ZodType<Settings>;
  settingFields?: readonly SettingField[];
  /** An owner pastes a token, or signs in at the platform. */
  connect: { kind: "token" } | OAuthConnect<Credential>;
  /** Its tokens cannot list assets, so the owner enters the id of one with the token. */
  needsAssetId?: boolean;
  /** Null if the limits of `send`'s responses are enough. */
  pace: Pace | null;
  describe(settings: Settings): AdPlatformDescription;
  /** What it can find a person by; the weights add up to 100. */
  matchKeys: readonly WeighedKey[];
  /** The event names that an owner can choose: any if missing, null if its events have no name. */
  eventNames?: EventNames | null;
  /** Whether it may drop events whose names or addresses carry a person's financial details. */
  restrictsFinancialDetails?: boolean;
  /** Whether a text looks like one of the platform's tokens, to name it if pasted elsewhere. */
  recognizesToken?(text: string): boolean;
  /** The last characters of the credential, at most eight, so that the owner recognizes it. */
  credentialEnding(credential: Credential): string;
  /** How old an event may be when it arrives. */
  windowMs(settings: Settings): number;
  /** Whether events are marked as tests. */
  isTestMode(settings: Settings): boolean;
  /** Asks the platform whether the credential works for the asset. Makes no event. */
  checkCredential(
    destination: Destination<Credential, Settings>,
  ): Promise<{ ok: true; asset: Asset } | PlatformRefusal>;
  /** What the owner can choose from. Empty if the platform only knows ids that are typed in. */
  listAssets(credential: Credential): Promise<{ ok: true; assets: Asset[] } | PlatformRefusal>;
  /** What an event is sent as without an amount, if the platform refuses it under its own name; else null. */
  nameWithoutAmount?(event: Pick<Conversion, "action" | "eventName">): string | null;
  /** @throws {Error} if the event has no time or id; a bad optional field is left out and named */
  buildEvent(conversion: Conversion): BuiltEvent;
  send(
    destination: Destination<Credential, Settings>,
    event: BuiltEvent,
    options: { timeoutMs: number },
  ): Promise<SendResult>;
  /** Sends an event that the platform marks as a test, or says what it needs for that. */
  sendTest(
    destination: Destination<Credential, Settings>,
    event: BuiltEvent,
    options: { timeoutMs: number },
  ): Promise<SendResult>;
  /**
   * Asks for the result of a submitted event. `submitted` again means not known yet, also if the platform
   * did not respond; `transient` means the platform lost the event, which is then sent again.
   */
  checkResult?(
    destination: Destination<Credential, Settings>,
    receipt: string,
    options: { timeoutMs: number },
  ): Promise<SendResult>;
}
