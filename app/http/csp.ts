type PolicySources = Record<string, readonly string[]>;

type DocumentPolicyOptions = {
  /** Absent on cached pages, which name the hash of their inline CSS in `extra`. */
  nonce?: string;
  /** More sources for one page, by directive: `{ "form-action": ["https://shop.example"] }`. */
  extra?: PolicySources;
  /** Vite writes inline styles and talks over a web socket. */
  isDevelopment?: boolean;
};

/** Excludes text that could end its directive and start another. */
const isSource = (source: string) => /^[^\s;,]+$/.test(source);

/**
 * The Content-Security-Policy of a page. `upgrade-insecure-requests` is left out: every source is the page's
 * own origin, and over plain http it would break the page.
 */
export function documentPolicy({ nonce, extra = {}, isDevelopment = false }: DocumentPolicyOptions): string {
  const own = nonce ? ["'self'", `'nonce-${nonce}'`] : ["'self'"];
  const directives: PolicySources = {
    "default-src": ["'none'"],
    "script-src": own,
    // A nonce would switch 'unsafe-inline' off again.
    "style-src": isDevelopment ? ["'self'", "'unsafe-inline'"] : own,
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": isDevelopment ? ["'self'", "ws:"] : ["'self'"],
    "frame-src": ["'self'"],
    "manifest-src": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
  const names = new Set([...Object.keys(directives), ...Object.keys(extra)]);
  return [...names]
    .map((name) => {
      const added = (extra[name] ?? []).filter(isSource);
      // 'none' beside another source is an error, so added sources replace it.
      const given = (directives[name] ?? []).filter((source) => added.length === 0 || source !== "'none'");
      return [name, ...new Set([...given, ...added])].join(" ");
    })
    .join("; ");
}
