import {
  type CommonReason,
  checkRemedies,
  eventRemedies,
  GOES_OUT,
  type PlatformWords,
  testRemedies,
} from "#app/services/ad-platforms/shared/remedies.ts";

/** The faults at Meta, by what the owner has to do. */
export type MetaErrorReason =
  | CommonReason
  | "pixel"
  | "version"
  | "policy"
  | "tooOld"
  | "noValue"
  | "noCurrency"
  | "notHashed"
  | "tooThin"
  | "repeated";

const WORDS: PlatformWords = {
  name: "Meta",
  asset: "pixel",
  assetId: "pixel id",
  tokenSource: "Events Manager",
};

/** The texts for an event: first the fact, then what to do. */
export const EVENT_REMEDIES: Record<MetaErrorReason, string> = {
  ...eventRemedies(WORDS),
  permission: `The access token lacks the right to send events to this pixel. Give it that right in Meta's Business settings, or connect Meta with another token; ${GOES_OUT}`,
  pixel: `Meta has no such pixel, or the access token may not use it. Check the pixel id and connect Meta again; ${GOES_OUT}`,
  version: `Meta no longer serves the API version in use. Set META_GRAPH_VERSION to a newer one; ${GOES_OUT}`,
  policy:
    "Meta blocks this account for policy reasons. Open Business Support Home at Meta and settle it there; we try the event again every hour.",
  tooOld: "The event is older than 7 days, and Meta accepts none that old. Verify claims within 7 days.",
  noValue: "Meta wants an amount with a purchase. Enter the amount, then send the event again.",
  noCurrency: "Meta wants a currency with a purchase. Enter the currency, then send the event again.",
  notHashed: "Meta refuses the event because a personal detail is not hashed. Report it to support.",
  tooThin:
    "The event says too little about the visitor for Meta to match. The form asks for an email address and a phone number: check whether this claim's are real.",
  repeated: "Meta has this event already. Nothing to do.",
};

/** The texts while connecting, when no event waits. */
export const CHECK_REMEDIES: Partial<Record<MetaErrorReason, string>> = {
  ...checkRemedies(WORDS),
  permission: "This access token lacks the right to use the pixel. Give it that right, or use another token.",
  pixel: "Meta has no such pixel, or this access token may not use it. Check the pixel id and the token.",
  malformedCredential:
    "A pixel id has digits only, and an access token has no spaces. Copy both again from Events Manager.",
  version: "Meta no longer serves the API version in use. Set META_GRAPH_VERSION to a newer one.",
  policy:
    "Meta blocks this account for policy reasons. Open Business Support Home at Meta and settle it there.",
};

/** The texts for a test event. */
export const TEST_REMEDIES: Record<MetaErrorReason, string> = {
  ...EVENT_REMEDIES,
  ...CHECK_REMEDIES,
  ...testRemedies(WORDS),
};
