import { brokenService, lostResponse } from "../broken-services.ts";
import type { Fault } from "../faults.ts";
import { isFields, parsed, readBearer, toText } from "../fields.ts";
import type { PlatformRequest, SandboxPlatform, SandboxState } from "../platform.ts";
import { keepCall, sentEvent } from "../received.ts";
import { html, json, type Reply } from "../reply.ts";
import { checkBatch } from "./checks.ts";

const PATH = /^\/v3\/([^/]+)\/events(\/validate)?$/;
const PIXEL = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Snapchat's Conversions API v3. */
export const snapchat: SandboxPlatform = {
  id: "snapchat",
  name: "Snapchat",
  environment: (url) => ({ SNAPCHAT_API_URL: url }),
  hasPath: (path) => path.startsWith("/v3/"),
  respond(request, state) {
    const [, assetId = "", validate] = PATH.exec(request.path) ?? [];
    if (request.method !== "POST" || assetId === "") return html(404, "<html><body>Not Found</body></html>");
    return respondToEvents(request, state, { assetId, isOnlyChecked: validate !== undefined });
  },
};

function respondToEvents(
  request: PlatformRequest,
  state: SandboxState,
  { assetId, isOnlyChecked }: { assetId: string; isOnlyChecked: boolean },
): Reply {
  const token = request.query.get("access_token") ?? readBearer(request);
  const body = parsed(request.text);
  const fields = isFields(body) ? body : {};
  const sent = (Array.isArray(fields.data) ? fields.data : []).map(sentEvent());
  const fault = isOnlyChecked
    ? state.faults.forRead({ token, assetId })
    : state.faults.forEvents({ token, assetId, eventIds: sent.map(({ eventId }) => eventId) });
  const call = {
    platform: snapchat.id,
    assetId,
    at: state.now(),
    token,
    testEventCode: toText(fields.test_event_code),
  };
  const note = (accepted: boolean, error?: string) => {
    if (!isOnlyChecked) keepCall(state.received, call, sent, { accepted, error });
  };
  const refused = (status: number, reason: string, more: object = {}) => {
    note(false, `${status} ${reason}`);
    return json(status, { status: "INVALID", reason, ...more });
  };

  if (!isKnownToken(token) || fault === "invalid" || fault === "expired")
    return refused(401, "The access token is not valid.");
  if (!PIXEL.test(assetId) || fault === "no-permission" || fault === "wrong-pixel" || fault === "policy")
    return refused(403, "The access token may not use this pixel.");
  if (fault && LIMITS.has(fault)) return refused(429, "Too many requests.");
  const broken = brokenSnapchat(fault);
  if (broken) {
    note(false, `not taken: ${fault}`);
    return broken;
  }

  const refusal = checkBatch(fields.data, { nowMs: state.now(), isStrict: state.settings.isStrict });
  if (refusal) {
    const { index, code, message } = refusal;
    const errors = { codes: [code], error_msgs: [message] };
    if (!isOnlyChecked) return refused(400, message, { event: index, errors });
    return json(400, {
      status: "INVALID",
      reason: message,
      event_logs: [{ event: index, status: "INVALID", errors }],
    });
  }
  if (fault === "bad-event") return refused(400, "user_data says too little about the person.", { event: 0 });
  if (fault === "translated") return refused(400, "Los datos del usuario no bastan.", { event: 0 });
  if (fault === "200-with-error") return refused(200, "The event was not processed.", { event: 0 });

  const end = lostResponse(fault);
  note(true, end ? `response lost: ${fault}` : undefined);
  const reason = isOnlyChecked ? "Events have been checked." : "Events have been processed.";
  return { ...json(200, { status: "VALID", reason }), ...(end && { end }) };
}

/** A token the sandbox knows: of Snapchat's usual look, or one of its own. */
const isKnownToken = (token: string) => /^(sandbox-|eyJ)\S{2,}$/.test(token);

const LIMITS = new Set<Fault>(["rate-limited", "limit-17", "limit-613", "limit-80004"]);

function brokenSnapchat(fault: Fault | null): Reply | null {
  if (fault === "transient-2") return json(503, { status: "INVALID", reason: "Try again later." });
  if (fault === "unknown-1") return json(418, { reason: "Something that nobody has written down." });
  if (fault === "old-version") return json(410, { reason: "This version is no longer served." });
  return brokenService(fault);
}
