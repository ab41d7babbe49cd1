import {
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
} from "sequelize";
import { id, text, textOrNull, time, timeOrNull, whole } from "./columns.server.ts";
import type { Commission } from "./commission.server.ts";
import { sequelize } from "./database.server.ts";
import type { Delivery } from "./delivery.server.ts";

export type SubmissionStatus = "pending" | "handled" | "rejected";
export type EventStatus = "sent" | "failed";

/** What a visitor confirmed. Unique are (formId, onceEmail) and (formId, submissionKey). */
export class Submission extends Model<InferAttributes<Submission>, InferCreationAttributes<Submission>> {
  declare id: CreationOptional<string>;
  declare userId: string;
  declare formId: string;
  declare platformId: string;
  /** The platform's name then: it outlives a renamed or archived platform. */
  declare platformName: string;
  declare action: "deposit" | "purchase" | "subscription";
  declare email: string;
  declare emailKey: string;
  declare onceEmail: string | null;
  declare phone: string;
  declare country: string | null;
  declare amount: string | null;
  declare currency: string | null;
  declare verifiedAmount: CreationOptional<string | null>;
  declare verifiedCurrency: CreationOptional<string | null>;
  declare correctedAmount: CreationOptional<string | null>;
  declare correctedCurrency: CreationOptional<string | null>;
  declare correctedAt: CreationOptional<Date | null>;
  declare reference: string | null;
  declare status: SubmissionStatus;
  declare eventStatus: EventStatus | null;
  declare version: number;
  declare submissionKey: string;
  declare bodyHash: string;
  declare createdAt: Date;
  /** The owner's day of `createdAt`, as the totals count it. */
  declare day: string;
  declare handledAt: CreationOptional<Date | null>;
  declare withdrawnAt: CreationOptional<Date | null>;
  declare sendBefore: Date | null;
  declare consentText: string;
  declare consentAt: Date;
  declare source: string | null;
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
  declare commission?: NonAttribute<Commission | null>;
  declare deliveries?: NonAttribute<Delivery[]>;
}

Submission.init(
  {
    id: id(),
    userId: text(),
    formId: text(),
    platformId: text(),
    platformName: text(),
    action: text(),
    email: text(),
    emailKey: text(),
    onceEmail: textOrNull(),
    phone: text(),
    country: textOrNull(),
    amount: textOrNull(),
    currency: textOrNull(),
    verifiedAmount: textOrNull(),
    verifiedCurrency: textOrNull(),
    correctedAmount: textOrNull(),
    correctedCurrency: textOrNull(),
    correctedAt: timeOrNull(),
    reference: textOrNull(),
    status: text(),
    eventStatus: textOrNull(),
    version: whole(),
    submissionKey: text(),
    bodyHash: text(),
    createdAt: time(),
    day: text(),
    handledAt: timeOrNull(),
    withdrawnAt: timeOrNull(),
    sendBefore: timeOrNull(),
    consentText: text(),
    consentAt: time(),
    source: textOrNull(),
    pageUrl: textOrNull(),
    referrer: textOrNull(),
    fbclid: textOrNull(),
    ttclid: textOrNull(),
    scCid: textOrNull(),
    gclid: textOrNull(),
    gbraid: textOrNull(),
    wbraid: textOrNull(),
    clickSeenAt: timeOrNull(),
    fbc: textOrNull(),
    fbp: textOrNull(),
    ttp: textOrNull(),
    scid: textOrNull(),
    utmSource: textOrNull(),
    utmMedium: textOrNull(),
    utmCampaign: textOrNull(),
    utmTerm: textOrNull(),
    utmContent: textOrNull(),
    ip: textOrNull(),
    userAgent: textOrNull(),
    deviceId: textOrNull(),
    deviceFingerprint: textOrNull(),
    facebookPixelId: textOrNull(),
  },
  { sequelize, tableName: "submissions" },
);
