import { brokenService, lostResponse } from "../broken-services.ts";
import type { Fault } from "../faults.ts";
import { type Fields, isFields, parsed, readBearer, toText } from "../fields.ts";
import type { PlatformRequest, SandboxPlatform, SandboxState } from "../platform.ts";
import { keepCall } from "../received.ts";
import { html, json, type Reply } from "../reply.ts";
import { checkRequest } from "./checks.ts";
import {
  badEvent,
  badRequest,
  type GoogleFault,
  inOneLine,
  malformedRequest,
  notAllowlisted,
  permissionDenied,
  refuse,
  tooMany,
  translatedEvent,
  unauthenticated,
  unavailable,
  unknown,
  wrongAction,
} from "./errors.ts";
import { readRequest } from "./messages.ts";
import { authorize, CLIENT_ID, CLIENT_SECRET, exchange, forgetGrants } from "./oauth.ts";
import { forgetResults, getStatus, keepRequest } from "./results.ts";

/** Google's Data Manager API, and the sign-in before it. */
export const google: SandboxPlatform = {
  id: "google",
  name: "Google Ads",
  environment: (url) => ({
    GOOGLE_DATA_MANAGER_URL: url,
    GOOGLE_AUTHORIZE_URL: `${url}/google/authorize`,
    GOOGLE_TOKEN_URL: `${url}/google/token`,
    GOOGLE_ADS_CLIENT_ID: CLIENT_ID,
    GOOGLE_ADS_CLIENT_SECRET: CLIENT_SECRET,
  }),
  hasPath: (path) => path.startsWith("/google/") || path.startsWith("/v1/"),
  reset() {
    forgetGrants();
    forgetResults();
  },
  respond(request, state) {
    switch (`${request.method} ${request.path}`) {
      case "GET /google/authorize":
        return authorize(request);
      case "POST /google/token":
        return exchange(request, state.faults);
      case "POST /v1/events:ingest":
        return ingest(request, state);
      case "GET /v1/requestStatus:retrieve":
        return retrieve(request, state);
      default:
        return html(404, "<html><body><h1>404 Not Found</h1></body></html>");
    }
  },
};

/** A token the sandbox knows: of Google's look, or one of its own. */
const isKnownToken = (token: string) => /^(sandbox-|ya29\.)\S{2,}$/.test(token);

function ingest(request: PlatformRequest, state: SandboxState): Reply {
  const token = readBearer(request);
  const { fields, malformed } = readRequest(parsed(request.text));
  const isOnlyChecked = fields.validateOnly === true;
  const events = Array.isArray(fields.events) ? fields.events : [];
  const destination = Array.isArray(fields.destinations) ? fields.destinations[0] : undefined;
  const assetId = readAssetId(destination);
  const sent = events.map((event) => ({
    eventId: toText(isFields(event) ? event.transactionId : null),
    eventName: "",
    body: event,
  }));
  const fault = isOnlyChecked
    ? state.faults.forRead({ token, assetId })
    : state.faults.forEvents({ token, assetId, eventIds: sent.map(({ eventId }) => eventId) });
  const call = { platform: google.id, assetId, at: state.now(), token };
  const note = (accepted: boolean, error?: string) => {
    if (!isOnlyChecked) keepCall(state.received, call, sent, { accepted, error });
  };
  const refused = (refusal: GoogleFault) => {
    note(false, inOneLine(refusal));
    return refuse(refusal);
  };

  if (!isKnownToken(token) || fault === "invalid" || fault === "expired") return refused(unauthenticated);
  const early = fault && EARLY[fault];
  if (early) return refused(early);
  const broken = fault === "200-with-error" ? { ...refuse(unavailable), status: 200 } : brokenService(fault);
  if (broken) {
    note(false, `not taken: ${fault}`);
    return broken;
  }
  if (malformed.length > 0) return refused(malformedRequest(malformed));
  const violations = checkRequest(fields, state.settings.isStrict);
  if (violations.length > 0) return refused(badRequest(violations));
  const late = fault && LATE[fault];
  if (late) return refused(late);

  const end = lostResponse(fault);
  note(true, end ? `response lost: ${fault}` : undefined);
  const requestId = isOnlyChecked
    ? "validated"
    : keepRequest({ assetId, destination, events }, { fault, nowMs: state.now() });
  return { ...json(200, { requestId }), ...(end && { end }) };
}

function retrieve(request: PlatformRequest, { faults, settings, now }: SandboxState): Reply {
  const token = readBearer(request);
  const fault = faults.forRead({ token, assetId: "" });
  if (!isKnownToken(token) || fault === "invalid" || fault === "expired") return refuse(unauthenticated);
  if (fault === "no-permission") return refuse(permissionDenied);
  const requestId = request.query.get("requestId") ?? "";
  const status = getStatus(requestId, { nowMs: now(), resultMs: settings.resultMs });
  const field = { field: "request_id", reason: "INVALID_ARGUMENT", description: "Unknown." };
  return status ? json(200, status) : refuse(badRequest([field]));
}

/** Before the request is read. */
const EARLY: Partial<Record<Fault, GoogleFault>> = {
  "no-permission": permissionDenied,
  policy: notAllowlisted,
  "rate-limited": tooMany("minute"),
  "limit-17": tooMany("minute"),
  "limit-613": tooMany("minute"),
  "limit-80004": tooMany("day"),
  "unknown-1": unknown,
  "transient-2": unavailable,
};
const LATE: Partial<Record<Fault, GoogleFault>> = {
  "wrong-pixel": wrongAction,
  "old-version": { ...unknown, code: 404, status: "NOT_FOUND", reason: "VERSION_NOT_FOUND" },
  "bad-event": badEvent,
  translated: translatedEvent,
};

/** The account and its conversion action in one, as the product writes them. */
function readAssetId(destination: unknown): string {
  const { operatingAccount, productDestinationId }: Fields = isFields(destination) ? destination : {};
  const accountId = isFields(operatingAccount) ? operatingAccount.accountId : "";
  return `${toText(accountId)}/${toText(productDestinationId)}`;
}
