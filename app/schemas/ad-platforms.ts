import type { SkipReason } from "#app/lib/domain.ts";

/** What the address of an ad says of it, in the platform's own placeholders. */
type AdParameters = {
  /** Without its `?`. */
  query: string;
  /** Whether it is pasted with the form's address; otherwise it has a field of its own. */
  isOfAddress: boolean;
  /** Where it is pasted, as a sentence. */
  place: string;
  /** What the placeholders lack. */
  note: string | null;
};

/** What pages say about an ad platform. Each platform describes itself, so that no page names one. */
export type AdPlatformDescription = {
  /** What receives its events: "pixel". */
  assetWord: string;
  /** Where its id is found, and what it looks like. */
  assetIdHint: string;
  /** Where to find the token, for platforms that give one. */
  tokenStep?: string;
  /** The account whose id precedes an asset's, as in `1234567890/987654321`. The owner enters both apart. */
  assetAccount?: { label: string; hint: string };
  adParameters: AdParameters;
  /** How old events may be: "Meta accepts events up to 7 days old". */
  windowText: string;
  /** What test mode does: "events are marked as tests". */
  testModeText: string;
  /** What its owner can do there about an amount that was corrected later. Nothing is called. */
  correctionText: string;
  /** How an owner removes a person from there. */
  erasureText: string;
  /** What its owner reads after a decision; null for the text that names no platform. */
  decisionTexts: { sent: string; notSent: string } | null;
  links: {
    /** Where an owner gets a credential. */
    credential: string;
    documentation: string;
  };
};

/** What becomes of an event at an ad platform that refuses it without an amount. */
export type EventWithoutAmount = {
  platformName: string;
  /** The name that it is sent under instead; null if it is not sent. */
  sentAs: string | null;
};

/** What marking a claim verified does at one connected ad platform. */
export type ExpectedDelivery = {
  platformName: string;
  /** `parked` waits for a new connection; `skipped`: its consent or the form's settings send nothing there. */
  state: "skipped" | "expired" | "parked" | "queued";
  /** Null unless it is skipped. */
  skipReason: SkipReason | null;
  sendBefore: string;
  /** What becomes of it if no amount is verified; null if the same. */
  withoutAmount: "skipped" | { sentAs: string } | null;
};

/** An ad platform that the owner has connected, and how it stands. */
export type ConnectedAdPlatform = {
  id: string;
  name: string;
  /** How old events may be. */
  windowMs: number;
  windowText: string;
  status: "connected" | "invalid";
  /** Null outside test mode. */
  testModeText: string | null;
  /** When test mode ends by itself. */
  testModeUntil: string | null;
  lastAcceptedAt: string | null;
  lastError: string | null;
};
