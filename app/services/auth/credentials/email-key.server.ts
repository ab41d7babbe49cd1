import { domainToASCII } from "node:url";
import { EMAIL_MAX } from "#app/schemas/shared/limits.ts";

/** How an address or a username is looked up, counted and kept unique: an address by its mailbox, however its domain is spelt. */
export function toLookupKey(text: string): string {
  const key = text.trim().normalize("NFC").toLowerCase();
  const at = key.lastIndexOf("@");
  if (at === -1) return key;
  // Full-width letters and other scripts have an ASCII form. Empty where it is no domain.
  const domain = domainToASCII(key.slice(at + 1)).replace(/\.$/, "");
  const byMailbox = key.slice(0, at + 1) + domain;
  return domain === "" || byMailbox.length > EMAIL_MAX ? key : byMailbox;
}

/** Usernames are ASCII: MySQL refuses to compare anything else with theirs. */
const ASCII = /^[\x21-\x7e]+$/;

/** Whether a key can be a username's at all. */
export const isUsernameKey = (key: string): boolean => ASCII.test(key);
