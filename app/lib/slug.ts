const SLUG_MIN = 3;
const SLUG_MAX = 50;

export const HYPHENATED = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Words that are or may become our URLs, or that promise something in our name. */
const RESERVED = new Set(
  `about abuse account accounts admin administrator analytics api app asset assets attesto auth billing blog
  contact dashboard dev docs download embed example favicon form forms healthz help home index info integrations
  legal login logout mail mine new news not-found notifications null official optin optin-settings owner privacy
  pricing public readyz register root script security session settings signin signup static status submissions
  submit superadmin support system team terms test theme undefined unauthorized upload upload-logo uploads user
  users verify webhook webhooks www`.split(/\s+/),
);

export const isReservedSlug = (slug: string): boolean => RESERVED.has(slug);

export const isSlug = (text: string): boolean =>
  text.length >= SLUG_MIN && text.length <= SLUG_MAX && HYPHENATED.test(text);

/** Letters and digits with hyphens between the words: `José Márquez` becomes `jose-marquez`. */
export const toHyphenated = (text: string, max: number): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, max)
    .replace(/-$/, "");

/** Makes a slug of a name. It may be reserved or taken. */
export function toSlug(name: string): string {
  const slug = toHyphenated(name, SLUG_MAX - 8);
  return slug.length >= SLUG_MIN ? slug : ["form", slug].filter(Boolean).join("-");
}
