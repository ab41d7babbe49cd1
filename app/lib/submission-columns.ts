import { AD_COOKIES, AD_IDS, CLICK_IDS } from "./ad-platforms.ts";
import { getKeys, mapValues } from "./objects.ts";
import { ANSWERS } from "./opt-in-answers.ts";

/**
 * What a column of a claim is used for:
 * - `optional`: null unless the visitor or the browser says it
 * - `later`: null until something happens to the claim
 * - `listed`: read for lists, for pages and for /api
 * - `exported`: in a list's file
 * - `shown`: on the visitor's own page
 * - `proven`: in the proof, as a salted hash
 * - `sent`: read for an event
 * - `counted`: totals are counted by it
 * - `searched`: a search finds the words of the text
 */
type Use =
  | "optional"
  | "later"
  | "listed"
  | "exported"
  | "shown"
  | "proven"
  | "sent"
  | "counted"
  | "searched";

/** First what erasing the person does to it. */
type Uses = readonly ["personal" | "kept", ...Use[]];

const ANSWER = ["personal", "optional", "listed", "exported", "shown", "proven", "searched"] as const;
const TRACE = ["personal", "optional", "listed", "proven", "sent"] as const;

const columns = {
  id: ["kept", "listed", "exported"],
  workspaceId: ["kept", "counted"],
  formId: ["kept", "listed", "exported", "counted"],
  platformId: ["kept", "listed", "counted"],
  platformName: ["kept", "listed", "exported", "shown", "searched"],
  action: ["kept", "listed", "exported", "shown", "sent"],
  email: ["personal", "listed", "exported", "shown", "proven", "sent", "searched"],
  emailKey: ["personal"],
  uniqueEmail: ["personal"],
  phone: ["personal", "listed", "exported", "shown", "proven", "sent"],
  ...mapValues(ANSWERS, () => ANSWER),
  typedReference: ["personal", "later"],
  referenceChangedAt: ["kept", "later", "listed"],
  country: ["kept", "exported", "sent", "counted"],
  amount: ["kept", "listed", "exported", "shown"],
  currency: ["kept", "listed", "exported", "shown"],
  unlikelyAmount: ["kept", "listed", "exported"],
  cameInRush: ["kept", "listed", "exported"],
  amountRank: ["kept"],
  comparableAmount: ["kept"],
  verifiedAmount: ["kept", "later", "listed", "exported", "sent"],
  verifiedCurrency: ["kept", "later", "listed", "exported", "sent"],
  correctedAmount: ["kept", "later", "listed", "exported", "sent"],
  correctedCurrency: ["kept", "later", "listed", "exported", "sent"],
  correctedAt: ["kept", "later", "listed", "sent"],
  decisionReason: ["kept", "later", "listed", "exported", "shown"],
  decisionReasonText: ["personal", "later", "listed", "exported", "shown"],
  showsReason: ["kept", "later", "listed", "shown"],
  decisionNote: ["personal", "later", "listed", "exported"],
  decidedByUserId: ["kept", "later", "listed", "exported"],
  decidedByKeyId: ["kept", "later", "listed", "exported"],
  decidedByRuleId: ["kept", "later", "listed", "exported", "counted"],
  status: ["kept", "listed", "exported", "shown", "counted"],
  eventStatus: ["kept", "listed", "exported", "counted"],
  deliveryStates: ["kept", "later", "exported", "counted"],
  eventState: ["kept", "later", "counted"],
  version: ["kept"],
  submissionKey: ["personal"],
  bodyHash: ["personal"],
  createdAt: ["kept", "listed", "exported", "shown", "sent"],
  updatedAt: ["kept", "listed"],
  day: ["kept", "counted"],
  hour: ["kept", "counted"],
  handledAt: ["kept", "later", "listed", "exported", "counted"],
  chargedBackAt: ["kept", "later", "counted"],
  confirmedByStatement: ["kept", "later", "counted"],
  restsOn: ["kept", "later", "counted"],
  brokerSays: ["kept", "later", "listed"],
  withdrawnAt: ["kept", "later", "listed", "exported", "shown", "sent", "counted"],
  sharingEndedAt: ["kept", "later", "listed", "exported", "shown", "sent"],
  erasedAt: ["kept", "later", "listed"],
  sendBefore: ["kept", "listed", "exported"],
  warnedHours: ["kept", "later"],
  consentText: ["kept", "listed", "proven"],
  consentVersion: ["kept", "listed", "sent"],
  consentAt: ["kept", "listed", "sent"],
  language: ["kept", "optional", "listed", "shown"],
  channel: ["kept", "optional", "listed", "exported", "sent"],
  source: ["kept", "optional", "listed", "exported", "counted", "searched"],
  campaign: ["kept", "optional", "exported", "counted", "searched"],
  pageUrl: TRACE,
  referrer: [...TRACE, "exported"],
  ip: TRACE,
  userAgent: TRACE,
  deviceId: TRACE,
  deviceFingerprint: ["personal", "optional"],
  ...mapValues(CLICK_IDS, () => [...TRACE, "exported"] as const),
  clickSeenAt: ["personal", "optional", "listed", "sent"],
  ...mapValues(AD_COOKIES, () => TRACE),
  utmSource: ["personal", "optional", "listed", "exported"],
  utmMedium: ["personal", "optional", "listed", "exported"],
  utmCampaign: ["personal", "optional", "listed", "exported", "searched"],
  utmTerm: ["personal", "optional", "listed", "exported"],
  utmContent: ["personal", "optional", "listed", "exported"],
  ...mapValues(AD_IDS, () => ["personal", "optional", "listed", "exported"] as const),
  link: ["kept", "optional", "listed", "exported"],
  linkId: ["kept", "optional", "counted"],
  firstClick: ["personal", "optional", "listed"],
  visitId: ["personal", "optional"],
  facebookPixelId: ["kept", "listed"],
} as const satisfies Record<string, Uses>;

export type SubmissionColumn = keyof typeof columns;
export type ColumnFor<Used extends Uses[number]> = {
  [Name in SubmissionColumn]: Used extends (typeof columns)[Name][number] ? Name : never;
}[SubmissionColumn];

export const columnsFor = <Used extends Uses[number]>(use: Used) =>
  getKeys(columns).filter((name): name is ColumnFor<Used> => (columns[name] as Uses).includes(use));

/** What lists have of an attempt to deliver: all but the request and the response. */
export const ATTEMPT_FACTS = [
  "number",
  "at",
  "durationMs",
  "outcome",
  "httpStatus",
  "platformCode",
  "message",
  "remedy",
  "traceId",
] as const;
