import {
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
} from "sequelize";
import {
  booleanOrNull,
  id,
  integer,
  integerOrNull,
  numberOrNull,
  string,
  stringOrNull,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type {
  ConversionAction,
  CountedEventState,
  DecisionReason,
  EventStatus,
  SubmissionStatus,
} from "#app/lib/domain.ts";
import type { Commission } from "./commission.server.ts";
import type { Correction } from "./correction.server.ts";
import type { Delivery } from "./delivery.server.ts";

/** What a visitor confirmed. Unique are (formId, uniqueEmail) and (formId, submissionKey). */
export class Submission extends Model<InferAttributes<Submission>, InferCreationAttributes<Submission>> {
  declare id: CreationOptional<string>;
  declare workspaceId: string;
  declare formId: string;
  declare platformId: string;
  /** The platform's name then: it outlives a renamed or archived platform. */
  declare platformName: string;
  declare action: ConversionAction;
  declare email: string;
  declare emailKey: string;
  declare uniqueEmail: string | null;
  declare phone: string;
  declare country: string | null;
  declare amount: string | null;
  declare currency: string | null;
  declare verifiedAmount: CreationOptional<string | null>;
  declare verifiedCurrency: CreationOptional<string | null>;
  declare correctedAmount: CreationOptional<string | null>;
  declare correctedCurrency: CreationOptional<string | null>;
  declare correctedAt: CreationOptional<Date | null>;
  declare decisionReason: CreationOptional<DecisionReason | null>;
  /** In the owner's words, with the reason `other`. */
  declare decisionReasonText: CreationOptional<string | null>;
  /** Whether the visitor's own page says the reason. */
  declare showsReason: CreationOptional<boolean | null>;
  /** For the workspace only. */
  declare decisionNote: CreationOptional<string | null>;
  /** Null for a decision by an API key. */
  declare decidedByUserId: CreationOptional<string | null>;
  /** One of `AMOUNT_RANK`. */
  declare amountRank: number;
  /** In the workspace's currency; without a rate in its own. */
  declare comparableAmount: number | null;
  declare reference: string | null;
  declare status: SubmissionStatus;
  declare eventStatus: EventStatus | null;
  /** Its deliveries as the totals count them, `google:open meta:sent`; null unless it is verified. */
  declare deliveryStates: CreationOptional<string | null>;
  /** Why the event of a verified submission is not accepted, as the totals count it; null if it is. */
  declare eventState: CreationOptional<CountedEventState | null>;
  declare version: number;
  declare submissionKey: string;
  declare bodyHash: string;
  declare createdAt: Date;
  /** The owner's day of `createdAt`, as the totals count it. */
  declare day: string;
  /** The owner's hour of `createdAt`; null until an old row was counted by hours. */
  declare hour: number | null;
  declare handledAt: CreationOptional<Date | null>;
  declare withdrawnAt: CreationOptional<Date | null>;
  /** When its person was erased: what remains says what happened, not to whom. */
  declare erasedAt: CreationOptional<Date | null>;
  declare sendBefore: Date | null;
  /** How many hours before that the members were warned. */
  declare warnedHours: CreationOptional<number | null>;
  declare consentText: string;
  declare consentAt: Date;
  declare source: string | null;
  /** The campaign that it is counted under: `utmCampaign`, or `(other)` on a day with too many. */
  declare campaign: string | null;
  declare pageUrl: string | null;
  declare referrer: string | null;
  declare fbclid: string | null;
  declare ttclid: string | null;
  declare scCid: string | null;
  declare gclid: string | null;
  declare gbraid: string | null;
  declare wbraid: string | null;
  declare clickSeenAt: Date | null;
  declare fbc: string | null;
  declare fbp: string | null;
  declare ttp: string | null;
  declare scid: string | null;
  declare utmSource: string | null;
  declare utmMedium: string | null;
  declare utmCampaign: string | null;
  declare utmTerm: string | null;
  declare utmContent: string | null;
  declare ip: string | null;
  declare userAgent: string | null;
  declare deviceId: string | null;
  declare deviceFingerprint: string | null;
  declare facebookPixelId: string | null;
  /** Whoever decided it, while the account exists. */
  declare corrections?: NonAttribute<Correction[]>;
  declare decidedBy?: NonAttribute<{ id: string; name: string } | null>;
  declare commission?: NonAttribute<Commission | null>;
  declare deliveries?: NonAttribute<Delivery[]>;
}

Submission.init(
  {
    id: id(),
    workspaceId: string(),
    formId: string(),
    platformId: string(),
    platformName: string(),
    action: string(),
    email: string(),
    emailKey: string(),
    uniqueEmail: stringOrNull(),
    phone: string(),
    country: stringOrNull(),
    amount: stringOrNull(),
    currency: stringOrNull(),
    verifiedAmount: stringOrNull(),
    verifiedCurrency: stringOrNull(),
    correctedAmount: stringOrNull(),
    correctedCurrency: stringOrNull(),
    correctedAt: timestampOrNull(),
    decisionReason: stringOrNull(),
    decisionReasonText: stringOrNull(),
    showsReason: booleanOrNull(),
    decisionNote: stringOrNull(),
    decidedByUserId: stringOrNull(),
    amountRank: integer(),
    comparableAmount: numberOrNull(),
    reference: stringOrNull(),
    status: string(),
    eventStatus: stringOrNull(),
    deliveryStates: stringOrNull(),
    eventState: stringOrNull(),
    version: integer(),
    submissionKey: string(),
    bodyHash: string(),
    createdAt: timestamp(),
    day: string(),
    hour: integerOrNull(),
    handledAt: timestampOrNull(),
    withdrawnAt: timestampOrNull(),
    erasedAt: timestampOrNull(),
    sendBefore: timestampOrNull(),
    warnedHours: integerOrNull(),
    consentText: string(),
    consentAt: timestamp(),
    source: stringOrNull(),
    campaign: stringOrNull(),
    pageUrl: stringOrNull(),
    referrer: stringOrNull(),
    fbclid: stringOrNull(),
    ttclid: stringOrNull(),
    scCid: stringOrNull(),
    gclid: stringOrNull(),
    gbraid: stringOrNull(),
    wbraid: stringOrNull(),
    clickSeenAt: timestampOrNull(),
    fbc: stringOrNull(),
    fbp: stringOrNull(),
    ttp: stringOrNull(),
    scid: stringOrNull(),
    utmSource: stringOrNull(),
    utmMedium: stringOrNull(),
    utmCampaign: stringOrNull(),
    utmTerm: stringOrNull(),
    utmContent: stringOrNull(),
    ip: stringOrNull(),
    userAgent: stringOrNull(),
    deviceId: stringOrNull(),
    deviceFingerprint: stringOrNull(),
    facebookPixelId: stringOrNull(),
  },
  { sequelize, tableName: "submissions" },
);
