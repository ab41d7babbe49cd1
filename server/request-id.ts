import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export const REQUEST_ID_HEADER = "X-Request-Id";

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** The id the client sent, when it is one, so that its log and ours can be held together; else a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
}
