/** What can stand in the way at Meta, by what the owner has to do about it. */
export type MetaErrorReason =
  | "token"
  | "tokenExpired"
  | "permission"
  | "pixel"
  | "malformedCredential"
  | "version"
  | "rateLimit"
  | "policy"
  | "service"
  | "unreached"
  | "unanswered"
  | "miscounted"
  | "tooOld"
  | "noValue"
  | "noCurrency"
  | "notHashed"
  | "tooThin"
  | "repeated"
  | "refused"
  | "unknown";

const GOES_OUT = "the event goes out by itself after that.";
const BY_ITSELF = "Nothing to do: the event is sent again by itself.";

/** Said of an event. The fact first, then what to do. */
export const EVENT_REMEDIES: Record<MetaErrorReason, string> = {
  token: `Meta no longer accepts the access token. Connect Meta again; ${GOES_OUT}`,
  tokenExpired: `The access token for Meta has expired. Connect Meta again with a new one; ${GOES_OUT}`,
  permission: `The access token lacks the right to send events to this pixel. Give it that right in Meta's Business settings, or connect Meta with another token; ${GOES_OUT}`,
  pixel: `Meta has no such pixel, or the access token may not use it. Check the pixel id and connect Meta again; ${GOES_OUT}`,
  malformedCredential: `The pixel id or the access token is malformed. Connect Meta again; ${GOES_OUT}`,
  version: `Meta no longer serves the API version in use. Set META_GRAPH_VERSION to a newer one; ${GOES_OUT}`,
  rateLimit: `Meta takes no more events for now. ${BY_ITSELF}`,
  policy:
    "Meta blocks this account for policy reasons. Open Business Support Home at Meta and settle it there; the event is tried again every hour.",
  service: `Meta has a fault at the moment. ${BY_ITSELF}`,
  unreached: `Meta cannot be reached at the moment. ${BY_ITSELF}`,
  unanswered:
    "Meta's answer did not arrive, so it may have the event already. Nothing to do: the event is sent again by itself under the same id.",
  miscounted:
    "Meta's answer does not say that it has the event. Nothing to do: the event is sent again by itself under the same id.",
  tooOld: "The event is older than 7 days, and Meta takes none that old. Verify submissions within 7 days.",
  noValue: "Meta wants an amount with a purchase. Enter the amount, then send the event again.",
  noCurrency: "Meta wants a currency with a purchase. Enter the currency, then send the event again.",
  notHashed: "Meta refuses the event because a personal detail is not hashed. Report it to support.",
  tooThin:
    "The event says too little about the visitor for Meta to match. Ask for an email address or a phone number on the form.",
  repeated: "Meta has this event already. Nothing to do.",
  refused: "Meta refuses the event. Read Meta's own words, mend what they name, then send the event again.",
  unknown:
    "Meta gives an answer that is not known here. The event is tried again by itself; if this stays, report the code to support.",
};

/** Said while connecting, where no event waits. */
const TRY_AGAIN = "Try again in a few minutes.";
export const CHECK_REMEDIES: Partial<Record<MetaErrorReason, string>> = {
  token: "Meta does not accept this access token. Make a new one in Events Manager and paste all of it.",
  tokenExpired: "This access token has expired. Make a new one in Events Manager and paste all of it.",
  permission: "This access token lacks the right to use the pixel. Give it that right, or use another token.",
  pixel: "Meta has no such pixel, or this access token may not use it. Check the pixel id and the token.",
  malformedCredential:
    "A pixel id has digits only, and an access token has no spaces. Copy both again from Events Manager.",
  version: "Meta no longer serves the API version in use. Set META_GRAPH_VERSION to a newer one.",
  rateLimit: `Meta takes no more calls for now. ${TRY_AGAIN}`,
  policy:
    "Meta blocks this account for policy reasons. Open Business Support Home at Meta and settle it there.",
  service: `Meta has a fault at the moment. ${TRY_AGAIN}`,
  unreached: `Meta cannot be reached at the moment. ${TRY_AGAIN}`,
  unanswered: `Meta does not answer at the moment. ${TRY_AGAIN}`,
  refused: "Meta refuses this pixel id or access token. Check both in Events Manager.",
  unknown: `Meta gives an answer that is not known here. ${TRY_AGAIN} If this stays, report the code to support.`,
};
