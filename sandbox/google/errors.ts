import { randomUUID } from "node:crypto";
import { json, type Reply } from "../reply.ts";
import type { Violation } from "./checks.ts";
import type { Malformed } from "./messages.ts";

export type GoogleFault = {
  code: number;
  status: string;
  message: string;
  reason?: string;
  metadata?: Record<string, string>;
  violations?: (Violation | Malformed)[];
  headers?: Record<string, string>;
};

const TYPE = "type.googleapis.com/google.rpc";

/** Google's error envelope. */
export function refuse({ code, status, message, reason, metadata, violations, headers }: GoogleFault): Reply {
  const details = [
    ...(reason
      ? [{ "@type": `${TYPE}.ErrorInfo`, reason, domain: "datamanager.googleapis.com", metadata }]
      : []),
    ...(violations ? [{ "@type": `${TYPE}.BadRequest`, fieldViolations: violations }] : []),
    { "@type": `${TYPE}.RequestInfo`, requestId: randomUUID() },
  ];
  return json(code, { error: { code, message, status, details } }, headers);
}

/** In one line, as the list of received events shows it. */
export const inOneLine = ({ code, status, reason, violations = [] }: GoogleFault) =>
  [
    code,
    status,
    violations.map((one) => ("reason" in one ? one.reason : one.description)).join(", ") || reason,
  ]
    .filter(Boolean)
    .join(" ");

export const badRequest = (violations: Violation[]): GoogleFault => ({
  code: 400,
  status: "INVALID_ARGUMENT",
  message: "There was a problem with the request.",
  reason: "INVALID_ARGUMENT",
  violations,
});

/** What the parser says, before anything of the request is looked at. */
export const malformedRequest = (malformed: Malformed[]): GoogleFault => ({
  code: 400,
  status: "INVALID_ARGUMENT",
  message: malformed.map(({ description }) => description).join("\n"),
  violations: malformed,
});

export const unauthenticated: GoogleFault = {
  code: 401,
  status: "UNAUTHENTICATED",
  message: "Request had invalid authentication credentials.",
  reason: "ACCESS_TOKEN_EXPIRED",
};

export const permissionDenied: GoogleFault = {
  code: 403,
  status: "PERMISSION_DENIED",
  message: "The caller does not have permission.",
  reason: "PERMISSION_DENIED",
};

export const tooMany = (limit: "minute" | "day"): GoogleFault => ({
  code: 429,
  status: "RESOURCE_EXHAUSTED",
  message: "Resource has been exhausted.",
  reason: "RESOURCE_EXHAUSTED",
  metadata: { quota_limit: `IngestionRequestsPer${limit === "minute" ? "Minute" : "Day"}PerProject` },
});

export const unavailable: GoogleFault = {
  code: 503,
  status: "UNAVAILABLE",
  message: "The service is currently unavailable.",
};

const field = (reason: string, name: string, description = "Refused."): GoogleFault =>
  badRequest([{ field: name, reason, description }]);

export const wrongAction = field("INVALID_CONVERSION_ACTION_ID", "destinations[0].product_destination_id");
export const badEvent = field("INVALID_EVENT", "events[0]");
export const translatedEvent = field("INVALID_EVENT", "events[0]", "Das Ereignis ist ungültig.");
export const notAllowlisted: GoogleFault = {
  code: 403,
  status: "PERMISSION_DENIED",
  message: "The account may not use this feature.",
  reason: "NOT_ALLOWLISTED",
};
export const unknown: GoogleFault = {
  code: 400,
  status: "FAILED_PRECONDITION",
  message: "Something that nobody has written down.",
  reason: "SOMETHING_NEW",
};
