import { config } from "#app/env.server.ts";

const OWN_PATH = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

/** A path of our own to redirect to: one slash, no host, no backslash. Anything else becomes `fallback`. */
export function safeRedirect(to: string | null | undefined, fallback: string): string {
  if (!to || to.length > 2_000 || !OWN_PATH.test(to)) return fallback;
  const url = new URL(to, config.publicUrl);
  const path = `${url.pathname}${url.search}`;
  // Checked again: parsing `/..//` as a URL leaves two slashes.
  return url.origin === new URL(config.publicUrl).origin && OWN_PATH.test(path) ? path : fallback;
}
