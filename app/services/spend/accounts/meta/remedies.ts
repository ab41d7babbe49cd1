import {
  CHECK_REMEDIES,
  EVENT_REMEDIES,
  type MetaErrorReason,
} from "#app/services/ad-platforms/meta/remedies.ts";

const BY_ITSELF = "Nothing to do: we try again by ourselves.";
const GRANT =
  "In Meta’s Business settings, open Users, System users, give the user the ad account with “View performance”, and make a token with ads_read.";

/** The texts for reading spend: first the fact, then what to do. */
export const SPEND_REMEDIES: Record<MetaErrorReason, string> = {
  ...EVENT_REMEDIES,
  ...CHECK_REMEDIES,
  token: `Meta does not accept the access token for spend, perhaps because it was revoked. ${GRANT}`,
  tokenExpired: `The access token for spend has expired. ${GRANT}`,
  permission: `The access token lacks the permission ads_read for this ad account. ${GRANT}`,
  pixel: `Meta has no such ad account, or the access token may not see it. Check the account’s number. ${GRANT}`,
  malformedCredential:
    "An ad account’s number has digits only, and an access token has no spaces. Copy both again.",
  rateLimit: `Meta answers no more calls for now, and what was read is kept. ${BY_ITSELF}`,
  service: `Meta has a fault at the moment. ${BY_ITSELF}`,
  unreached: `Meta cannot be reached at the moment. ${BY_ITSELF}`,
  incomplete: `Meta does not respond at the moment. ${BY_ITSELF}`,
  refused: "Meta refuses to say what was spent. If this stays, upload Meta’s export under Spend instead.",
  unknown: `Meta responds with a code that is not known here. ${BY_ITSELF} If this stays, report the code to support.`,
};
