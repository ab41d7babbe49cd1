import type { AccessMethods } from "#app/lib/access-methods.ts";
import type { InvitedRole } from "#app/lib/domain.ts";
import type { Language } from "#app/lib/languages.ts";
import type { NotificationName } from "#app/lib/notifications.ts";
import type { SpendFigures } from "#app/lib/spend-figures.ts";
import type { DueBroker } from "#app/lib/statements.ts";
import type { Truth } from "#app/lib/truth.ts";
import type { ConnectionFault } from "#app/services/ad-platforms/ad-platform.ts";

/**
 * Every email type with its template's data. Links are absolute, times ISO 8601 in UTC.
 * A typed name goes to an unverified address in an invitation only: it could carry a stranger's message.
 */
export type MailProps = {
  "verify-email": { link: string };
  /** To the new address, which becomes active once the link is used. */
  "change-email": { newEmail: string; link: string };
  /** To the account's current address. */
  "email-change-asked": { name: string; newEmail: string; at: string };
  /** To the account's previous address. */
  "email-changed": { name: string; newEmail: string };
  "reset-password": { name: string | null; link: string };
  "sign-in-link": { name: string; link: string };
  /** To an unverified address that was registered again. */
  "finish-sign-up": { link: string };
  /** Other ways to sign in; missing in emails queued by an older version. */
  "password-changed": { name: string; at: string; waysIn?: AccessMethods };
  /** To the owner of an address that someone tried to register or to change to. */
  "address-known": { name: string | null };
  /** The names are missing in emails that an earlier version queued. */
  invitation: {
    inviterEmail: string;
    link: string;
    names?: { invitedBy: string; workspaceName: string; role: InvitedRole };
  };
  "new-sign-in": { name: string; at: string; device: string; ip: string | null };
  "two-step-changed": { name: string; at: string; isOn: boolean };
  /** A sign-in provider's account was linked. */
  "provider-linked": { name: string; provider: string };
  /** A connection can't send events. Without a `reason`, the ad platform refused its credential. */
  "connection-refused": {
    name: string;
    adPlatform: string;
    reason?: ConnectionFault | null;
    remedy: string | null;
    at: string;
  };
  /** An ad platform refuses the token that reads an ad account's spend. */
  "rule-paused": {
    name: string;
    platformId: string;
    platformName: string;
    decided: number;
    doubted: number;
  };
  "spend-refused": { name: string; adPlatform: string; account: string; remedy: string | null; at: string };
  /** A broker's API refuses the credential. */
  "broker-refused": {
    name: string;
    platformId: string;
    platformName: string;
    remedy: string | null;
    at: string;
  };
  /** Telegram refuses the token of the workspace's bot. */
  "telegram-refused": { name: string; username: string; remedy: string | null; at: string };
  /** An ad platform refuses several events in a row. */
  "connection-failing": {
    name: string;
    adPlatform: string;
    failures: number;
    isPaused: boolean;
    remedy: string | null;
  };
  /** Parked events are about to be too late. */
  "deliveries-expiring": { name: string; adPlatform: string; count: number; firstAt: string };
  /** The new claims of ten minutes, and how many are pending in all. `forms` are theirs if there are several. */
  "new-claims": { name: string; count: number; waiting: number; forms?: string[] };
  /** Pending claims are about to be too late. */
  "claims-expiring": { name: string; count: number; firstAt: string; forms?: string[] };
  /** Events of ten minutes that failed or expired. */
  "statement-due": {
    name: string;
    platformId: string;
    platformName: string;
    count: number;
    firstAt: string;
    /** All whose statements are due, if several are. */
    brokers?: DueBroker[];
    forms?: string[];
  };
  "events-failed": { name: string; failed: number; expired: number; adPlatforms: string[] };
  /** A campaign passed the owner's limit; `costPerVerified` is null without a verified claim. */
  "campaign-too-expensive": {
    name: string;
    campaignName: string;
    spend: string;
    costPerVerified: string | null;
    limit: string;
    currency: string;
  };
  /** The last week, from its first day to its last. */
  "weekly-summary": {
    name: string;
    from: string;
    to: string;
    total: number;
    previousTotal: number;
    handled: number;
    rejected: number;
    sent: number;
    waiting: number;
    expiring: number;
    /** Missing in emails that an earlier version queued. */
    truth?: Truth;
    /** How many claims of the week rules verified. */
    byRule?: number;
    /** The claims of each form where there are several. */
    forms?: { name: string; total: number }[];
    commission: { amount: string; currency: string };
    /** Where something was spent; missing in emails that an earlier version queued. */
    money?: SpendFigures | null;
  };
  /** An administrator published a news item; `url` is null if it leads nowhere. */
  "product-news": { name: string; title: string; summary: string | null; url: string | null };
  "api-key-created": { name: string; keyName: string; at: string };
  "chat-linked": { name: string; workspaceName: string; isGroup: boolean; at: string };
  /** To the owners of a workspace. Without `by`, a program changed it. */
  "broker-link-changed": {
    name: string;
    linkName: string;
    platformId: string;
    platformName: string;
    host: string;
    by: string | null;
    at: string;
  };
  /** To us, with the visitor's address as reply-to. */
  "contact-message": {
    name: string;
    email: string;
    company: string | null;
    subject: string;
    message: string;
  };
  /** To the member who received the ownership of a workspace. */
  "ownership-received": { name: string; fromName: string; workspaceName: string };
  /** To a visitor who asked for it, in the language of the form, whose owner's name is all that somebody typed. */
  "private-link": { link: string; owner: string; language: Language };
  deactivated: { name: string };
  deleted: { name: string };
};

export type MailType = keyof MailProps;

/** The emails that can be unsubscribed from, by the kind of notification they belong to. */
export const UNSUBSCRIBABLE = {
  "new-claims": "newSubmission",
  "claims-expiring": "deliveryFailed",
  "statement-due": "statementDue",
  "events-failed": "deliveryFailed",
  "deliveries-expiring": "deliveryFailed",
  "connection-refused": "deliveryFailed",
  "rule-paused": "deliveryFailed",
  "spend-refused": "deliveryFailed",
  "broker-refused": "deliveryFailed",
  "telegram-refused": "deliveryFailed",
  "connection-failing": "deliveryFailed",
  "campaign-too-expensive": "campaignCost",
  "weekly-summary": "weeklySummary",
  "product-news": "productNews",
} as const satisfies Partial<Record<MailType, NotificationName>>;
