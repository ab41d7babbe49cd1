import type { AccessMethods } from "#app/lib/access-methods.ts";

/**
 * Every email type with its template's data. Links are absolute, times ISO 8601 in UTC.
 * A typed name never goes to an unverified address: it could carry a stranger's message.
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
  /** To an address that somebody typed: without any name. */
  invitation: { inviterEmail: string; link: string };
  "new-sign-in": { name: string; at: string; device: string; ip: string | null };
  "two-step-changed": { name: string; at: string; isOn: boolean };
  /** A sign-in provider's account was linked. */
  "provider-linked": { name: string; provider: string };
  /** An ad platform refuses the workspace's credential. */
  "connection-refused": { name: string; adPlatform: string; remedy: string | null; at: string };
  /** An ad platform refuses one event after the other. */
  "connection-failing": {
    name: string;
    adPlatform: string;
    failures: number;
    isPaused: boolean;
    remedy: string | null;
  };
  /** Parked events are about to be too late. */
  "deliveries-expiring": { name: string; adPlatform: string; count: number; firstAt: string };
  /** To us, with the visitor's address as reply-to. */
  "contact-message": {
    name: string;
    email: string;
    company: string | null;
    subject: string;
    message: string;
  };
  deactivated: { name: string };
  deleted: { name: string };
};

export type MailType = keyof MailProps;
