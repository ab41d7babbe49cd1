import type { AnyOperation } from "./operation.ts";

const text = (description: string, example: string) => ({
  description,
  schema: { type: "string" },
  example,
});

/** The headers of responses, by the name that responses refer to them with. */
export const HEADERS = {
  RequestId: text(
    "Names the response: quote it to support. A valid one that the request has is kept.",
    "01a1f7c2-5c1e-7b5a-9d0e-3f6a2b8c4d10",
  ),
  RateLimit: text(
    "How many requests are left (r), and in how many seconds the count starts again (t).",
    '"call";r=599;t=60',
  ),
  RateLimitPolicy: text("How many requests are allowed (q) in how many seconds (w).", '"call";q=600;w=60'),
  RetryAfter: {
    description: "Repeat the request after so many seconds.",
    schema: { type: "integer", minimum: 1 },
    example: 30,
  },
  ETag: text("Send it as If-None-Match: while the response stays the same, it is a 304.", '"1a2-3b4c5d"'),
  CacheControl: text("How long the response may be kept, in seconds.", "public, max-age=5"),
  Allow: text("The methods that the address takes.", "GET, HEAD, OPTIONS"),
  Authenticate: text("The kind of credential that the call needs.", "Bearer"),
  Disposition: text("The name of the file.", 'attachment; filename="proof.json"'),
} as const;

const NAMES = {
  RequestId: "X-Request-Id",
  RateLimit: "RateLimit",
  RateLimitPolicy: "RateLimit-Policy",
  RetryAfter: "Retry-After",
  ETag: "ETag",
  CacheControl: "Cache-Control",
  Allow: "Allow",
  Authenticate: "WWW-Authenticate",
  Disposition: "Content-Disposition",
} as const satisfies Record<keyof typeof HEADERS, string>;

/** Refused before anything is counted. */
const UNCOUNTED = new Set(["405", "431"]);

/** The headers of an operation's response with a status, as references. */
export function listHeaders({ maxAge, fileType }: AnyOperation, status: string) {
  const isDone = status.startsWith("2");
  const isCached = maxAge !== undefined && (isDone || status === "304");
  const present: (keyof typeof HEADERS)[] = [
    "RequestId",
    ...(UNCOUNTED.has(status) ? [] : (["RateLimit", "RateLimitPolicy"] as const)),
    ...(status === "429" || status === "503" ? (["RetryAfter"] as const) : []),
    ...(isCached ? (["ETag", "CacheControl"] as const) : []),
    ...(status === "405" ? (["Allow"] as const) : []),
    ...(status === "401" ? (["Authenticate"] as const) : []),
    ...(fileType && isDone ? (["Disposition"] as const) : []),
  ];
  return Object.fromEntries(
    present.map((header) => [NAMES[header], { $ref: `#/components/headers/${header}` }]),
  );
}
