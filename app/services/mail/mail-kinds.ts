import type { WaysIn } from "#app/lib/ways-in.ts";

/** Every mail there is, and what its template needs. Links are whole, made of PUBLIC_URL. Times are ISO 8601, UTC. */
export type MailProps = {
  "verify-email": { name: string; link: string };
  /** To the new address: it counts once the link was used. */
  "change-email": { name: string; newEmail: string; link: string };
  /** To the address that still is the account's. */
  "email-change-asked": { name: string; newEmail: string; at: string };
  /** To the address that was the account's until now. */
  "email-changed": { name: string; newEmail: string };
  "reset-password": { name: string; link: string };
  /** To an address that was registered again before it was verified. Without a name: the one there is may be a stranger's. */
  "finish-sign-up": { link: string };
  /** With what else opens the account; mails that were queued by an older version say nothing of it. */
  "password-changed": { name: string; at: string; waysIn?: WaysIn };
  /** To the owner of an address that someone wanted to register, or to change to, once more. */
  "address-known": { name: string };
  "new-sign-in": { name: string; at: string; device: string; ip: string | null };
  "two-step-changed": { name: string; at: string; isOn: boolean };
  /** A sign-in provider's account was linked. */
  "provider-linked": { name: string; provider: string };
  deactivated: { name: string };
  deleted: { name: string };
};

export type MailKind = keyof MailProps;
