import type { DeliveryResult, SendResult } from "#app/services/ad-platforms/ad-platform.ts";

/** The faults at any ad platform, by what the owner has to do. */
export type CommonReason =
  | "token"
  | "tokenExpired"
  | "permission"
  | "malformedCredential"
  | "rateLimit"
  | "service"
  | "unreached"
  | "incomplete"
  | "miscounted"
  | "refused"
  | "unknown";

/** The words of a platform, as its own pages use them. */
export type PlatformWords = {
  name: string;
  /** What receives the events: "pixel". */
  asset: string;
  /** What is typed in for it: "pixel code". */
  assetId: string;
  /** Where tokens are made: "TikTok Events Manager". */
  tokenSource: string;
};

export const GOES_OUT = "we send the event after that.";
const BY_ITSELF = "Nothing to do: we'll send the event again.";
const TRY_AGAIN = "Try again in a few minutes.";

/** The texts for an event: first the fact, then what to do. */
export const eventRemedies = ({ name, asset, assetId }: PlatformWords): Record<CommonReason, string> => ({
  token: `${name} no longer accepts the access token. Connect ${name} again; ${GOES_OUT}`,
  tokenExpired: `The access token for ${name} has expired. Connect ${name} again with a new one; ${GOES_OUT}`,
  permission: `The access token may not send events to this ${asset}. Check the ${assetId} and the token's rights at ${name}, then connect again; ${GOES_OUT}`,
  malformedCredential: `The ${assetId} or the access token is malformed. Connect ${name} again; ${GOES_OUT}`,
  rateLimit: `${name} accepts no more events for now. ${BY_ITSELF}`,
  service: `${name} has a fault at the moment. ${BY_ITSELF}`,
  unreached: `${name} cannot be reached at the moment. ${BY_ITSELF}`,
  incomplete: `${name}'s response did not arrive, so it may have the event already. Nothing to do: we'll send the event again with the same ID.`,
  miscounted: `${name}'s response does not say that it has the event. Nothing to do: we'll send the event again with the same ID.`,
  refused: `${name} refuses the event. Read ${name}'s own words, fix what they name, then send the event again.`,
  unknown: `${name} responds with a code that is not known here. We'll try again; if this stays, report the code to support.`,
});

/** The texts while connecting, when no event waits. */
export const checkRemedies = ({ name, asset, assetId, tokenSource }: PlatformWords) => ({
  token: `${name} does not accept this access token. Make a new one in ${tokenSource} and paste all of it.`,
  tokenExpired: `This access token has expired. Make a new one in ${tokenSource} and paste all of it.`,
  permission: `This access token may not use the ${asset}. Check the ${assetId}, give the token that right, or use another token.`,
  rateLimit: `${name} accepts no more calls for now. ${TRY_AGAIN}`,
  service: `${name} has a fault at the moment. ${TRY_AGAIN}`,
  unreached: `${name} cannot be reached at the moment. ${TRY_AGAIN}`,
  incomplete: `${name} does not respond at the moment. ${TRY_AGAIN}`,
  refused: `${name} refuses this ${assetId} or access token. Check both in ${tokenSource}.`,
  unknown: `${name} responds with a code that is not known here. ${TRY_AGAIN} If this stays, report the code to support.`,
});

/** The texts for a test event, which is not retried. The rest is as while connecting. */
export const testRemedies = (words: PlatformWords) => ({
  miscounted: `${words.name}'s response does not say that it has the event. ${TRY_AGAIN}`,
  refused: eventRemedies(words).refused,
});

const unsent = (message: string, remedy: string): SendResult => ({
  response: null,
  result: {
    outcome: "permanent",
    retryAfterMs: null,
    platformCode: null,
    message: `Not sent: ${message}`,
    remedy,
    traceId: null,
  } satisfies DeliveryResult,
});

/** The result for an event without any valid identifier: it cannot be matched. */
export const unidentifiedPerson = (name: string): SendResult =>
  unsent(
    "no detail in the event identifies the visitor.",
    `${name} matches events by email address, phone number or click, and none of this claim's could be read. Nothing was sent. The form asks for an email address and a phone number: check whether this claim's are real.`,
  );

/** The result of a test event where the platform marks tests by a code only, and no code is set. */
export const noTestEventCode = (where: string): SendResult =>
  unsent(
    "there is no test event code.",
    `Enter the code that ${where} shows under Test events, then send the test event again.`,
  );
