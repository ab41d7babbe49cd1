import type { Fault } from "../faults.ts";
import type { PlatformRequest, SandboxPlatform, SandboxState } from "../platform.ts";
import { withoutToken } from "../received.ts";
import { html, json, type Reply, traceId } from "../reply.ts";
import { checkBatch, isFields, warningsOf } from "./checks.ts";
import {
  badToken,
  blockedForPolicy,
  deadVersion,
  expiredToken,
  inOneLine,
  noPermission,
  noSuchObject,
  type Refusal,
  rateLimits,
  refuse,
  serviceDown,
  tooThin,
  translated,
  unknownFault,
  unknownPath,
} from "./errors.ts";
import { debugToken, isKnownToken, readGraph } from "./reads.ts";

const NEWEST_VERSION = 26;
const OLDEST_VERSION = 21;

/** Meta's Graph API. The order of the checks gives the responses that were seen at Meta. */
export const meta: SandboxPlatform = {
  id: "meta",
  name: "Meta",
  variables: ["META_GRAPH_URL"],
  hasPath: () => true,
  respond(request, state) {
    const versioned = /^\/v(\d+)\.\d+(\/.*)$/.exec(request.path);
    const version = versioned ? Number(versioned[1]) : NEWEST_VERSION;
    const path = versioned?.[2] ?? request.path;
    const events = versioned ? /^\/([^/]+)\/events$/.exec(path) : null;
    if (events?.[1]) return respondToEvents(request, state, { pixelId: decoded(events[1]), version });
    return respondToRead(request, state, { path, version });
  },
};

function respondToRead(
  request: PlatformRequest,
  state: SandboxState,
  { path, version }: { path: string; version: number },
): Reply {
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(unknownPath(path));
  const token = bearerOf(request) || (request.query.get("access_token") ?? "");
  const inputToken = path === "/debug_token" ? (request.query.get("input_token") ?? "") : token;
  const fault = state.faults.forRead({ token: inputToken, assetId: path.slice(1) });
  if (!isLive(version) || fault === "old-version") return refuse(deadVersion(`v${NEWEST_VERSION}.0`));
  if (path === "/debug_token") {
    // An app token, `{id}|{secret}`, may ask too.
    const mayAsk = isKnownToken(token) || /^\d+\|\S+$/.test(token);
    return mayAsk ? debugToken(inputToken, fault) : refuse(badToken);
  }
  const refusal = refusalOfToken(token, fault);
  if (refusal) return refuse(refusal);
  return readGraph({ path, query: request.query, fault }) ?? refuse(unknownPath(path));
}

function respondToEvents(
  request: PlatformRequest,
  state: SandboxState,
  { pixelId, version }: { pixelId: string; version: number },
): Reply {
  if (request.method !== "POST") return refuse(noSuchObject(pixelId));
  const body = readBody(request);
  const token = bearerOf(request) || (request.query.get("access_token") ?? textOf(body.access_token));
  const data = body.data;
  const sent = Array.isArray(data) ? data : [];
  const eventIds = sent.map((event) => textOf(isFields(event) ? event.event_id : null));
  const fault = state.faults.forEvents({ token, assetId: pixelId, eventIds });

  const note = (accepted: boolean, error?: string) => {
    const testEventCode = textOf(body.test_event_code);
    for (const event of sent.length > 0 ? sent : [null]) {
      state.received.add({
        platform: meta.id,
        assetId: pixelId,
        eventId: textOf(isFields(event) ? event.event_id : null) || null,
        eventName: textOf(isFields(event) ? event.event_name : null) || null,
        at: new Date(state.now()).toISOString(),
        accepted,
        body: withoutToken(event, token),
        ...(testEventCode !== "" && { testEventCode }),
        ...(error !== undefined && { error }),
      });
    }
  };
  const refused = (refusal: Refusal): Reply => {
    note(false, inOneLine(refusal));
    return refuse(refusal);
  };

  if (!/^\d+$/.test(pixelId)) return refused(noSuchObject(pixelId));
  if (!isLive(version) || fault === "old-version") return refused(deadVersion(`v${NEWEST_VERSION}.0`));
  const tokenRefusal = refusalOfToken(token, fault);
  if (tokenRefusal) return refused(tokenRefusal);
  if (fault === "no-permission") return refused(noPermission);
  if (fault === "wrong-pixel") return refused(noSuchObject(pixelId));

  const limit = Object.entries(rateLimits).find(([name]) => name === fault)?.[1];
  if (limit) return refused({ ...limit, status: state.settings.rateLimitStatus });
  const broken = fault && brokenService(fault);
  if (broken) {
    note(false, `not taken: ${fault}`);
    return broken;
  }

  const checks = { nowMs: state.now(), isStrict: state.settings.isStrict };
  const refusal = checkBatch(data, checks) ?? refusalOfEvent(fault);
  if (refusal) return refused(refusal);

  const end = fault && LOST_ANSWERS[fault];
  note(true, end ? `answer lost: ${fault}` : undefined);
  const trace = traceId();
  const answer = { events_received: sent.length, messages: warningsOf(sent), fbtrace_id: trace };
  return { ...json(200, answer, { "x-fb-trace-id": trace }), ...(end && { end }) };
}

const LOST_ANSWERS: Partial<Record<Fault, Reply["end"]>> = {
  "slow-accepts": "slowly",
  drip: "byte by byte",
  half: "in the middle",
  reset: "reset",
};

function refusalOfToken(token: string, fault: Fault | null): Refusal | null {
  if (!isKnownToken(token) || fault === "invalid") return badToken;
  return fault === "expired" ? expiredToken : null;
}

function refusalOfEvent(fault: Fault | null): Refusal | null {
  if (fault === "bad-event") return tooThin;
  return fault === "translated" ? translated : null;
}

/** What a service in trouble, or something in front of it, answers without taking the event. */
function brokenService(fault: Fault): Reply | null {
  const apology =
    "<!DOCTYPE html><html><head><title>Error</title></head><body><h1>Sorry, something went wrong.</h1></body></html>";
  switch (fault) {
    case "unknown-1":
      return refuse(unknownFault);
    case "transient-2":
      return refuse(serviceDown);
    case "policy":
      return refuse(blockedForPolicy);
    case "500":
      return html(500, apology);
    case "429":
      return html(429, apology, { "retry-after": "60" });
    case "html-200":
      return html(200, apology);
    case "empty-200":
      return { ...json(200, {}), body: "" };
    case "oversized-200":
      return html(200, "x".repeat(200_000));
    case "200-with-error":
      return { ...refuse(serviceDown), status: 200 };
    case "hangs":
      return { ...json(200, {}), end: "never" };
    default:
      return null;
  }
}

/** JSON, or a form in which `data` is JSON text, whatever the call says of its type. */
function readBody({ text }: PlatformRequest): Record<string, unknown> {
  const json = parsed(text);
  const body = isFields(json) ? json : Object.fromEntries(new URLSearchParams(text));
  return typeof body.data === "string" ? { ...body, data: parsed(body.data) } : body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The token of the Authorization header, without its scheme. */
const bearerOf = ({ headers }: PlatformRequest) =>
  /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
const textOf = (value: unknown) => (typeof value === "string" ? value : "");
const isLive = (version: number) => version >= OLDEST_VERSION && version <= NEWEST_VERSION;
