import type { IncomingMessage, ServerResponse } from "node:http";

/** Five files of the largest size: of a longer body nothing is read. */
export const DROPPED_MAX_BYTES = 105 * 1024 * 1024;

const UPLOAD = /^multipart\/form-data\b/i;
/** Where members upload files. Visitors and strangers upload nothing. */
const UPLOAD_PATH = /^\/(?:dashboard|api)\/(?!optin\/)/;

/**
 * What becomes of the rest of a body whose response is there: it would delay the next request on the connection, so
 * that is closed. A browser that is cut off while it uploads shows no response, so the rest of an upload is
 * read and dropped.
 */
export function leaveBody(res: ServerResponse): void {
  const { req } = res;
  if (req.complete) return;
  if (UPLOAD.test(req.headers["content-type"] ?? "") && UPLOAD_PATH.test(req.url ?? ""))
    res.once("finish", () => drop(req));
  else res.setHeader("Connection", "close");
}

function drop(req: IncomingMessage): void {
  let bytes = 0;
  req.removeAllListeners("data");
  req.on("data", ({ length }: Buffer) => {
    bytes += length;
    if (bytes > DROPPED_MAX_BYTES) req.destroy();
  });
  req.resume();
}
