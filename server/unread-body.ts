import type { IncomingMessage } from "node:http";

/** Five files of the largest size: of a longer body nothing is read. */
export const DROPPED_MAX_BYTES = 105 * 1024 * 1024;

/** The same limit for everything except members' uploads. */
const OTHERS_DROPPED_MAX_BYTES = 3 * 1024 * 1024;

const UPLOAD = /^multipart\/form-data\b/i;
/** Where members upload files. Visitors and strangers upload nothing. */
const UPLOAD_PATH = /^\/(?:dashboard|api)\/(?!optin\/)/;

/**
 * What becomes of the rest of a body whose response is about to be written: a client that is cut off while it sends
 * shows no response, so the rest is read and dropped.
 * @returns false for one that is too long: its connection is closed.
 */
export function dropRest(req: IncomingMessage): boolean {
  if (req.complete) return true;
  const isUpload = UPLOAD.test(req.headers["content-type"] ?? "") && UPLOAD_PATH.test(req.url ?? "");
  const maxBytes = isUpload ? DROPPED_MAX_BYTES : OTHERS_DROPPED_MAX_BYTES;
  if (Number(req.headers["content-length"] ?? 0) > maxBytes) return false;
  let bytes = 0;
  req.removeAllListeners("data");
  // Added before the response ends: after that, Node discards an unread body without `data` events.
  req.on("data", ({ length }: Buffer) => {
    bytes += length;
    if (bytes > maxBytes) req.destroy();
  });
  req.resume();
  return true;
}
