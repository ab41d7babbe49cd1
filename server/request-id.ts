import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export const REQUEST_ID_HEADER = "X-Request-Id";

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** The client's own id if it is valid, to compare its log with ours; otherwise a new one. */
export function getRequestId(headers: IncomingHttpHeaders): string {
  const sent = headers["x-request-id"];
  return typeof sent === "string" && REQUEST_ID.test(sent) ? sent : randomUUID();
}
