import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { documentPolicy } from "./csp.ts";

type BarePage = {
  /** The page's inline styles: the style sheet, and that of the form's look, which may be empty. */
  css: string[];
  /** Browsers check a post's redirect against `form-action`, which therefore names this target. */
  redirectUrl?: string | null;
  /** More origins that its posts lead to. */
  postsTo?: readonly string[];
  /** The origins whose pages may frame it; none without them. */
  frameOrigins?: readonly string[];
  /** A page with a token in its address: not indexed, and no referrer for other sites. */
  isPrivate?: boolean;
  /** Its form is answered by a redirect to another site, and that one's redirects. */
  leadsAnywhere?: boolean;
  /** It also shows pictures that the browser has not uploaded yet. */
  showsBlobs?: boolean;
};

const HASHED_MAX = 1_000;
const hashes = new LRUCache<string, string>({ max: HASHED_MAX });

function styleSource(css: string): string {
  let source = hashes.get(css);
  if (!source) {
    source = `'sha256-${createHash("sha256").update(css).digest("base64")}'`;
    hashes.set(css, source);
  }
  return source;
}

/**
 * The headers of a public page. Its policy names the styles by hash and has no nonce, so that the page can
 * be cached.
 */
export function publicPageHeaders({
  css,
  redirectUrl,
  postsTo = [],
  frameOrigins = [],
  isPrivate = false,
  leadsAnywhere = false,
  showsBlobs = false,
}: BarePage): Headers {
  const policy = documentPolicy({
    extra: {
      "style-src": css.filter(Boolean).map(styleSource),
      "img-src": showsBlobs ? ["https:", "blob:"] : ["https:"],
      "frame-ancestors": frameOrigins,
      "form-action": [
        ...(leadsAnywhere ? ["https:"] : []),
        ...(redirectUrl ? [new URL(redirectUrl).origin] : []),
        ...postsTo,
      ],
    },
  });
  const headers = new Headers({
    "Content-Security-Policy": policy,
    "Cache-Control": isPrivate ? "no-store" : "private, no-cache",
  });
  if (isPrivate) {
    headers.set("X-Robots-Tag", "noindex");
    headers.set("Referrer-Policy", "same-origin");
  }
  return headers;
}
