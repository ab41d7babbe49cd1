import ipaddr from "ipaddr.js";

/** Names that never lead out of a network or a machine. */
const PRIVATE_NAME =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|test|invalid|onion|arpa)$/;

/** Whether everybody can reach a host, as the URL parser writes it: no private address, no single word. */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === "unicast";
  return host.includes(".") && !PRIVATE_NAME.test(host);
}

/**
 * A web address to which anybody may be sent, as the URL parser writes it; null for another scheme, a private
 * host, or a user name.
 */
export function toPublicUrl(text: string): string | null {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return isWeb && !url.username && !url.password && isPublicHost(url.hostname) ? url.href : null;
}

/** The same by https only. */
export function toSecureUrl(text: string): string | null {
  const url = toPublicUrl(text);
  return url?.startsWith("https:") ? url : null;
}

/** The origin of a site that may frame a form: https, or http on one's own machine for trying it out. */
export function toFrameOrigin(text: string): string | null {
  const trimmed = text.trim();
  const address = trimmed.includes("://") ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, origin } = new URL(address);
  const isOwnMachine = hostname === "localhost" || hostname === "127.0.0.1";
  const isTriedOut = protocol === "http:" && isOwnMachine;
  if (!isTriedOut && !(protocol === "https:" && isPublicHost(hostname))) return null;
  // Excludes text that could end its directive in the policy and start another.
  return /[\s;,*'"]/.test(origin) ? null : origin;
}
