import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { RequestContext } from "./request-context.ts";

const PATH_MAX = 200;
const CACHED_HASHES_MAX = 10_000;
const CACHED_PATHS_MAX = 1_000;

const SUSPICIOUS_SEGMENT = /[^/]*[@%][^/]*|[^/]{20,}/g;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const [FIRST_WORD, WORD] = [/^[a-z]{1,20}\d{0,4}$/, /^[a-z\d]{1,20}$/];
/** What monitoring asks for, each second in places. */
const PROBES = new Set(["/healthz", "/readyz", "/metrics"]);
const STATIC_FILE = /^\/assets\/|\.(?:css|gif|ico|jpe?g|js|png|svg|txt|webmanifest|webp|woff2?|xml)$/;

/** Removes the query, and segments that could be a token or an email address. */
export function redactPath(path: string): string {
  if (path.startsWith("/assets/")) return path.slice(0, PATH_MAX);
  return path
    .replace(SUSPICIOUS_SEGMENT, (part) => (UUID.test(part) || isWords(part) ? part : ":hidden"))
    .slice(0, PATH_MAX);
}

const isWords = (part: string): boolean =>
  part.split("-").every((word, index) => (index === 0 ? FIRST_WORD : WORD).test(word));

/** The same address gives the same twelve letters. Only the secret can find the address again. */
export function createAddressHash(secret: string): (address: string) => string {
  const known = new Map<string, string>();
  return (address) => {
    const masked = known.get(address);
    if (masked !== undefined) return masked;
    const hash = createHmac("sha256", secret).update(`address:${address}`).digest("hex").slice(0, 12);
    if (known.size >= CACHED_HASHES_MAX) known.clear();
    known.set(address, hash);
    return hash;
  };
}

type Entry = { req: IncomingMessage; res: ServerResponse; path: string; context: RequestContext };

/**
 * Logs one line per request when its response ends or its client disconnects. `bytes` includes the head.
 * Files and health probes are logged at debug only.
 */
export function createAccessLog(logger: Logger, hashAddress: (address: string) => string) {
  const redacted = new Map<string, string>();
  const redact = (path: string): string => {
    if (path.length > PATH_MAX) return redactPath(path);
    const known = redacted.get(path);
    if (known !== undefined) return known;
    const written = redactPath(path);
    if (redacted.size >= CACHED_PATHS_MAX) redacted.clear();
    redacted.set(path, written);
    return written;
  };
  return ({ req, res, path, context }: Entry): void => {
    const level = PROBES.has(path) || STATIC_FILE.test(path) ? "debug" : "info";
    if (!logger.isLevelEnabled(level)) return;
    const { method, socket } = req;
    const bytesBefore = socket.bytesWritten;
    res.on("close", () => {
      logger[level](
        {
          requestId: context.requestId,
          method,
          path: redact(path),
          status: res.statusCode,
          durationMs: Math.round((performance.now() - context.startedAt) * 10) / 10,
          bytes: socket.bytesWritten - bytesBefore,
          client: hashAddress(context.clientAddress),
          ...(res.writableFinished ? {} : { aborted: true }),
        },
        "request",
      );
    });
  };
}
