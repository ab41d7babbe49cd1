import { brokenService, lostResponse } from "../broken-services.ts";
import type { Fault } from "../faults.ts";
import { decoded, isFields, parsed, readBearer, toText } from "../fields.ts";
import type { PlatformRequest, SandboxPlatform, SandboxState } from "../platform.ts";
import { keepCall, sentEvent } from "../received.ts";
import { json, type Reply, traceId } from "../reply.ts";
import { checkBatch, findWarnings } from "./checks.ts";
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
import { readInsights } from "./insights.ts";
import { debugToken, isKnownToken, readGraph } from "./reads.ts";

const NEWEST_VERSION = 27;
const OLDEST_VERSION = 21;

/** Meta's Graph API. The order of the checks gives the responses that were seen at Meta. */
export const meta: SandboxPlatform = {
  id: "meta",
  name: "Meta",
  environment: (url) => ({ META_GRAPH_URL: url }),
  hasPath: () => true,
  respond(request, state) {
    const versioned = /^\/v(\d+)\.\d+(\/.*)$/.exec(request.path);
    const version = versioned ? Number(versioned[1]) : NEWEST_VERSION;
    const path = versioned?.[2] ?? request.path;
    const events = versioned ? /^\/([^/]+)\/events$/.exec(path) : null;
    const insights = versioned ? /^\/(act_\d+)\/insights$/.exec(path) : null;
    if (insights?.[1]) return respondToInsights(request, state, { accountId: insights[1], version });
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
  const token = readBearer(request) || (request.query.get("access_token") ?? "");
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

function respondToInsights(
  request: PlatformRequest,
  state: SandboxState,
  { accountId, version }: { accountId: string; version: number },
): Reply {
  if (request.method !== "GET") return refuse(unknownPath(request.path));
  const { query, headers } = request;
  const token = readBearer(request) || (query.get("access_token") ?? "");
  const page = `${query.get("time_range")} ${query.get("after")}`;
  const fault = state.faults.forEvents({ token, assetId: accountId, eventIds: [page] });
  if (!isLive(version) || fault === "old-version") return refuse(deadVersion(`v${NEWEST_VERSION}.0`));
  const refusal = refusalOfToken(token, fault);
  if (refusal) return refuse(refusal);
  const limit = Object.entries(rateLimits).find(([name]) => name === fault)?.[1];
  if (limit) return refuse({ ...limit, status: state.settings.rateLimitStatus });
  const url = `http://${headers.host}/v${version}.0/`;
  return brokenMeta(fault) ?? readInsights({ accountId, query, fault, url });
}

function respondToEvents(
  request: PlatformRequest,
  state: SandboxState,
  { pixelId, version }: { pixelId: string; version: number },
): Reply {
  if (request.method !== "POST") return refuse(noSuchObject(pixelId));
  const body = readBody(request);
  const token = readBearer(request) || (request.query.get("access_token") ?? toText(body.access_token));
  const data = body.data;
  const sent = Array.isArray(data) ? data : [];
  const eventIds = sent.map((event) => toText(isFields(event) ? event.event_id : null));
  const fault = state.faults.forEvents({ token, assetId: pixelId, eventIds });

  const call = {
    platform: meta.id,
    assetId: pixelId,
    at: state.now(),
    token,
    testEventCode: toText(body.test_event_code),
  };
  const note = (accepted: boolean, error?: string) =>
    keepCall(state.received, call, sent.map(sentEvent()), { accepted, error });
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
  const broken = brokenMeta(fault);
  if (broken) {
    note(false, `not taken: ${fault}`);
    return broken;
  }

  const checks = { nowMs: state.now(), isStrict: state.settings.isStrict };
  const refusal = checkBatch(data, checks) ?? refusalOfEvent(fault);
  if (refusal) return refused(refusal);

  const end = lostResponse(fault);
  note(true, end ? `response lost: ${fault}` : undefined);
  const trace = traceId();
  const reply = { events_received: sent.length, messages: findWarnings(sent), fbtrace_id: trace };
  return { ...json(200, reply, { "x-fb-trace-id": trace }), ...(end && { end }) };
}

function refusalOfToken(token: string, fault: Fault | null): Refusal | null {
  if (!isKnownToken(token) || fault === "invalid") return badToken;
  return fault === "expired" ? expiredToken : null;
}

function refusalOfEvent(fault: Fault | null): Refusal | null {
  if (fault === "bad-event") return tooThin;
  return fault === "translated" ? translated : null;
}

/** The response of a service in trouble that did not take the event. */
function brokenMeta(fault: Fault | null): Reply | null {
  switch (fault) {
    case "unknown-1":
      return refuse(unknownFault);
    case "transient-2":
      return refuse(serviceDown);
    case "policy":
      return refuse(blockedForPolicy);
    case "200-with-error":
      return { ...refuse(serviceDown), status: 200 };
    default:
      return brokenService(fault);
  }
}

/** JSON, or a form in which `data` is JSON text, whatever the call says of its type. */
function readBody({ text }: PlatformRequest): Record<string, unknown> {
  const json = parsed(text);
  const body = isFields(json) ? json : Object.fromEntries(new URLSearchParams(text));
  return typeof body.data === "string" ? { ...body, data: parsed(body.data) } : body;
}

const isLive = (version: number) => version >= OLDEST_VERSION && version <= NEWEST_VERSION;
