import { normalizeTyped } from "./typed-text.ts";

/** In characters: what a mail server accepts, and the columns' length. */
export const EMAIL_MAX = 254;

/** An address as it is stored and shown. */
export const normalizeEmail = (email: string): string => normalizeTyped(email);

/**
 * How an address is looked up, counted and kept unique: by its mailbox, however its case and domain are
 * written. A text without `@`, such as a username, is only put in lower case.
 */
export function toEmailKey(email: string): string {
  const key = normalizeEmail(email).toLowerCase();
  const at = key.lastIndexOf("@");
  if (at === -1) return key;
  const domain = toAsciiDomain(key.slice(at + 1)).replace(/\.$/, "");
  const byMailbox = key.slice(0, at + 1) + domain;
  return domain === "" || byMailbox.length > EMAIL_MAX ? key : byMailbox;
}

const ASCII_DOMAINS_MAX = 1_000;
const asciiDomains = new Map<string, string>();

/** Full-width letters and other scripts have an ASCII form. Empty for what is not a domain. */
export function toAsciiDomain(domain: string): string {
  const known = asciiDomains.get(domain);
  if (known !== undefined) return known;
  const url = `http://${domain}`;
  const ascii = /[/:?#\\@%]/.test(domain) || !URL.canParse(url) ? "" : new URL(url).hostname;
  if (asciiDomains.size >= ASCII_DOMAINS_MAX) asciiDomains.clear();
  asciiDomains.set(domain, ascii);
  return ascii;
}
