import { randomUUID } from "node:crypto";
import { brokenService, lostResponse } from "../broken-services.ts";
import type { Fault } from "../faults.ts";
import { isFields, parsed, toText } from "../fields.ts";
import type { PlatformRequest, SandboxPlatform, SandboxState } from "../platform.ts";
import { keepCall, type SentEvent, sentEvent } from "../received.ts";
import { html, json, type Reply } from "../reply.ts";
import { checkEnvelope, checkEvents, type Refusal } from "./checks.ts";

const BASE = "/open_api/v1.3";
const PIXELS = [
  { pixel_id: "7000000000000000003", pixel_code: "CSANDBOX000000000003", pixel_name: "Sandbox pixel 0003" },
  { pixel_id: "7000000000000000004", pixel_code: "CSANDBOX000000000004", pixel_name: "Sandbox pixel 0004" },
];
const REPEAT_MS = 48 * 60 * 60 * 1000;
const KEPT_MAX = 100_000;

/** When an event id of a pixel came first, so that a repeat within 48 hours is dropped. */
const firstSeen = new Map<string, number>();

/** TikTok's Events API 2.0: every answer about an event has the HTTP status 200. */
export const tiktok: SandboxPlatform = {
  id: "tiktok",
  name: "TikTok",
  environment: (url) => ({ TIKTOK_API_URL: url }),
  hasPath: (path) => path.startsWith("/open_api/"),
  reset: () => firstSeen.clear(),
  respond(request, state) {
    if (request.path === `${BASE}/event/track/` && request.method === "POST") return track(request, state);
    if (request.path === `${BASE}/pixel/list/` && request.method === "GET") return listPixels(request, state);
    return html(404, "<html><body><h1>404 Not Found</h1></body></html>");
  },
};

function track(request: PlatformRequest, state: SandboxState): Reply {
  const token = readToken(request);
  const body = parsed(request.text);
  const fields = isFields(body) ? body : {};
  const assetId = toText(fields.event_source_id);
  const sent = (Array.isArray(fields.data) ? fields.data : []).map(sentEvent("event"));
  const eventIds = sent.map(({ eventId }) => eventId);
  // A call without an event asks about the credential only.
  const fault =
    sent.length > 0
      ? state.faults.forEvents({ token, assetId, eventIds })
      : state.faults.forRead({ token, assetId });
  const testEventCode = toText(fields.test_event_code);
  const call = { platform: tiktok.id, assetId, at: state.now(), token, testEventCode };
  const note = (accepted: boolean, error?: string) => {
    if (sent.length > 0) keepCall(state.received, call, sent, { accepted, error });
  };
  const refused = (refusal: Refusal) => {
    note(false, `${refusal.code} ${refusal.message}`);
    return respond(refusal);
  };

  const tokenRefusal = refusalOfToken(token, fault);
  if (tokenRefusal) return refused(tokenRefusal);
  const limit = fault && LIMITS[fault];
  if (limit) return refused(limit);
  const broken = brokenService(fault);
  if (broken) {
    note(false, `not taken: ${fault}`);
    return broken;
  }
  const options = { nowMs: state.now(), isStrict: state.settings.isStrict };
  const refusal = checkEnvelope(body) ?? refusalOfPixel(assetId, fault) ?? checkEvents(fields, options);
  if (refusal) return refused(refusal);
  const failure = fault && FAILURES[fault];
  if (failure) return refused(failure);

  const end = lostResponse(fault);
  const isRepeat = sent.map((event) => isSeen(assetId, event, state.now())).every(Boolean);
  note(true, end ? `response lost: ${fault}` : isRepeat ? "dropped: a repeat within 48 hours" : undefined);
  return { ...respond({ code: 0, message: "OK" }), ...(end && { end }) };
}

function listPixels(request: PlatformRequest, state: SandboxState): Reply {
  const token = readToken(request);
  const fault = state.faults.forRead({ token, assetId: "" });
  const refusal = refusalOfToken(token, fault);
  if (refusal) return respond(refusal);
  if (!request.query.get("advertiser_id")) {
    return respond({ code: 40002, message: "Missing required field(s): advertiser_id" });
  }
  if (fault === "no-permission") return respond(noPermission("advertiser"));
  const page_info = { page: 1, page_size: 100, total_number: PIXELS.length, total_page: 1 };
  return respond({ code: 0, message: "OK" }, { pixels: PIXELS, page_info });
}

const readToken = ({ headers }: PlatformRequest) => toText(headers["access-token"]);

/** A token the sandbox knows: of TikTok's usual look, or one of its own. */
const isKnownToken = (token: string) => /^(sandbox-\S{2,}|[0-9a-f]{40})$/.test(token);

function refusalOfToken(token: string, fault: Fault | null): Refusal | null {
  if (token === "") {
    return {
      code: 40104,
      message: "Access token is null, you should set it in http header with key Access-Token.",
    };
  }
  if (!isKnownToken(token) || fault === "invalid") {
    return { code: 40105, message: "Access token is incorrect or has been revoked." };
  }
  return fault === "expired" ? { code: 40102, message: "Access token has expired." } : null;
}

const noPermission = (pixel: string): Refusal => ({
  code: 40001,
  message: `No permission to operate pixel code: ${pixel}. You must be an admin or operator of this advertiser account.`,
});

const refusalOfPixel = (pixel: string, fault: Fault | null) =>
  fault === "no-permission" || fault === "wrong-pixel" ? noPermission(pixel) : null;

const tooMany = (code: number): Refusal => ({
  code,
  message: "Too many requests. Please retry in some time.",
});
const LIMITS: Partial<Record<Fault, Refusal>> = {
  "rate-limited": tooMany(40100),
  "limit-17": tooMany(40016),
  "limit-613": tooMany(40132),
  "limit-80004": tooMany(40133),
};

const FAILURES: Partial<Record<Fault, Refusal>> = {
  "old-version": { code: 40007, message: "The API version is no longer supported." },
  "unknown-1": { code: 49999, message: "Something that nobody has written down." },
  "transient-2": { code: 50002, message: "Service error." },
  "200-with-error": { code: 50000, message: "System error." },
  policy: { code: 40300, message: "The advertiser account is suspended." },
  "bad-event": { code: 40002, message: "Invalid value for event." },
  translated: { code: 40002, message: "イベントの値が無効です。" },
};

function isSeen(assetId: string, { eventId, eventName }: SentEvent, nowMs: number): boolean {
  if (eventId === "") return false;
  const key = `${assetId} ${eventName} ${eventId}`;
  const isRepeat = nowMs - (firstSeen.get(key) ?? Number.NEGATIVE_INFINITY) < REPEAT_MS;
  if (!isRepeat) firstSeen.set(key, nowMs);
  if (firstSeen.size > KEPT_MAX) firstSeen.delete(firstSeen.keys().next().value ?? "");
  return isRepeat;
}

const respond = ({ code, message }: Refusal, data: object = {}): Reply =>
  json(200, { code, message, request_id: randomUUID().replaceAll("-", "").toUpperCase(), data });
