import type { WaysIn } from "#app/lib/ways-in.ts";

/**
 * Every mail there is, and what its template needs. Links are whole, made of PUBLIC_URL. Times are ISO 8601, UTC. A name is what somebody
 * typed: it does not go to an address that is not proven to be theirs, where it would be a stranger's words with our letterhead.
 */
export type MailProps = {
  "verify-email": { link: string };
  /** To the new address: it counts once the link was used. */
  "change-email": { newEmail: string; link: string };
  /** To the address that still is the account's. */
  "email-change-asked": { name: string; newEmail: string; at: string };
  /** To the address that was the account's until now. */
  "email-changed": { name: string; newEmail: string };
  "reset-password": { name: string | null; link: string };
  /** To an address that was registered again before it was verified. */
  "finish-sign-up": { link: string };
  /** With what else opens the account; mails that were queued by an older version say nothing of it. */
  "password-changed": { name: string; at: string; waysIn?: WaysIn };
  /** To the owner of an address that someone wanted to register, or to change to, once more. */
  "address-known": { name: string | null };
  "new-sign-in": { name: string; at: string; device: string; ip: string | null };
  "two-step-changed": { name: string; at: string; isOn: boolean };
  /** A sign-in provider's account was linked. */
  "provider-linked": { name: string; provider: string };
  deactivated: { name: string };
  deleted: { name: string };
};

export type MailKind = keyof MailProps;
