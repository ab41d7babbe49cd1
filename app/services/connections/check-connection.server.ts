import { inTransaction } from "#app/database/connection.server.ts";
import { HOUR, SECOND } from "#app/lib/dates.ts";
import { type ObservedCall, observeCalls } from "#app/lib/http-client.server.ts";
import { timeLeft } from "#app/lib/time-left.ts";
import { Connection, Delivery, DeliveryAttempt, Submission } from "#app/models/index.server.ts";
import type { Asset, Refused } from "#app/services/ad-platforms/ad-platform.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { findWarning } from "#app/services/deliveries/match-quality.server.ts";
import { readSettings } from "./connection-settings.server.ts";
import { getConnection } from "./connections.server.ts";
import { getDestination } from "./credentials.server.ts";
import { resumeDeliveries } from "./resume-deliveries.server.ts";

/** `todo`: an earlier fault is in the way. */
export type Check = { name: string; state: "ok" | "fault" | "todo"; detail: string; remedy: string | null };

export type ConnectionCheck = {
  checks: Check[];
  /** What became of the last ten attempts, the newest first. */
  outcomes: Pick<DeliveryAttempt, "at" | "outcome" | "message">[];
  /** Whether the platform accepts a connection that it had refused: what was parked goes out. */
  isResumed: boolean;
};

type OneConnection = { workspaceId: string; connectionId: string };
type Answer = { ok: true; asset: Asset } | Refused;

/** Checks the whole way to an ad platform, from its name's address to the last attempts. Sends no event. */
export async function checkConnection({
  workspaceId,
  connectionId,
}: OneConnection): Promise<ConnectionCheck> {
  const connection = await getConnection({ workspaceId, connectionId });
  const { adPlatform } = connection;
  const platform = adPlatforms.get(adPlatform);
  const { value: answer, calls } = await observeCalls(() => askPlatform(connection));
  const outcomes = await DeliveryAttempt.findAll({
    attributes: ["at", "outcome", "message"],
    where: { workspaceId, adPlatform },
    order: [["at", "DESC"]],
    limit: 10,
  });
  const { assetWord, windowText } = platform.describe(readSettings(connection));
  const call = calls.at(-1);
  const way = checkWay(platform.name, call);
  const checks = [
    ...way,
    ...checkCredential(
      answer,
      assetWord,
      way.every(({ state }) => state === "ok"),
    ),
    checkClock(call),
    await checkWindow(connection, windowText),
    ...(platform.restrictsFinancialDetails ? [await checkNames(connection)] : []),
  ];
  const isResumed = answer.ok && (await recordAcceptance(connection));
  return { checks, outcomes, isResumed };
}

async function askPlatform(connection: Connection): Promise<Answer> {
  const access = await getDestination(connection);
  if (!access.ok) return { subject: "credential", ...access };
  return adPlatforms.get(connection.adPlatform).checkCredential(access.destination);
}

const ok = (name: string, detail: string): Check => ({ name, state: "ok", detail, remedy: null });
const todo = (name: string): Check => ({ name, state: "todo", detail: "not checked", remedy: null });
const fault = (name: string, detail: string, remedy: string): Check => ({
  name,
  state: "fault",
  detail,
  remedy,
});

const DNS_FAULTS = /^(ENOTFOUND|EAI_|EDNS)/;
const TLS_FAULTS = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|ALTNAME|EPROTO/;

/** DNS and TLS, told apart by what the request failed of. */
function checkWay(name: string, call: ObservedCall | undefined): Check[] {
  // The credential could not even be read, so nobody was asked.
  if (!call) return [todo("DNS"), todo("TLS")];
  const { origin, result } = call;
  const host = new URL(origin).hostname;
  const problem = result.fault ?? "";
  if (DNS_FAULTS.test(problem)) {
    const remedy = `The server cannot look up ${host}. Check its name servers and its internet connection.`;
    return [fault("DNS", problem, remedy), todo("TLS")];
  }
  const found = ok("DNS", host);
  if (TLS_FAULTS.test(problem)) {
    const remedy = `The certificate of ${host} is not trusted. Check the server's clock and whether a proxy in between replaces it.`;
    return [found, fault("TLS", problem, remedy)];
  }
  if (result.kind !== "complete") {
    const remedy = `${name} did not respond. Try again in a few minutes; if it stays, check the server's firewall.`;
    return [found, fault("TLS", problem || "no response", remedy)];
  }
  const detail = `answered in ${result.durationMs.toLocaleString("en-US")} ms`;
  return [found, ok("TLS", origin.startsWith("https:") ? detail : `not used here, ${detail}`)];
}

function checkCredential(answer: Answer, assetWord: string, isReached: boolean): Check[] {
  const asset = assetWord.charAt(0).toUpperCase() + assetWord.slice(1);
  const names = ["Token", "Permission", asset];
  if (answer.ok)
    return [
      ok("Token", "accepted"),
      ok("Permission", `may use the ${assetWord}`),
      ok(asset, answer.asset.name),
    ];
  const { result, subject } = answer;
  const isRefused = result.outcome === "parked" || result.outcome === "permanent";
  if (!isReached && !isRefused) return names.map(todo);
  const broken = { credential: 0, permission: 1, asset: 2 }[subject ?? "credential"];
  return names.map((name, index) => {
    if (index < broken) return ok(name, "accepted");
    if (index > broken) return todo(name);
    const detail = isRefused ? "refused" : "no clear answer";
    return fault(name, detail, result.remedy ?? result.message ?? "Connect the platform again.");
  });
}

/** More than this, and events would seem to come from the future or too late. */
const CLOCK_MAX_MS = 60 * SECOND;

/** Against the time that the response names, which has whole seconds. */
function checkClock(call: ObservedCall | undefined): Check {
  const date = Date.parse(call?.result.headers.date ?? "");
  if (Number.isNaN(date)) return todo("Clock");
  const apartMs = Math.max(0, Math.abs(Date.now() - date) - SECOND);
  const detail = apartMs < SECOND ? "less than 1 s apart" : `${Math.round(apartMs / 1000)} s apart`;
  if (apartMs <= CLOCK_MAX_MS) return ok("Clock", detail);
  return fault("Clock", detail, "The server's clock is wrong. Switch on its time synchronization (NTP).");
}

const SEEN_MAX = 50;

/** The names and addresses of the newest claims' events, against what the platform restricts. */
async function checkNames({ workspaceId, adPlatform }: Connection): Promise<Check> {
  const newest = await Submission.findAll({
    where: { workspaceId },
    order: [["createdAt", "DESC"]],
    limit: SEEN_MAX,
  });
  const warning = await findWarning({ workspaceId, adPlatform }, newest);
  return warning === null
    ? ok("Names", "no financial details in names and addresses")
    : fault("Names", "financial details", warning);
}

async function checkWindow({ workspaceId, adPlatform }: Connection, windowText: string): Promise<Check> {
  const next = await Delivery.findOne({
    attributes: ["sendBefore"],
    where: { workspaceId, adPlatform, state: ["queued", "retrying", "parked"] },
    order: [["sendBefore", "ASC"]],
  });
  if (!next) return ok("Window", windowText);
  const now = new Date();
  const detail = `first event: ${timeLeft(next.sendBefore, now).text}`;
  if (next.sendBefore.getTime() - now.getTime() > 24 * HOUR) return ok("Window", detail);
  return fault(
    "Window",
    detail,
    "An event is about to be too late. Fix what's marked here and it will be sent.",
  );
}

/** A platform that accepts the credential again gets what was parked. */
async function recordAcceptance({ id, workspaceId, adPlatform }: Connection): Promise<boolean> {
  return inTransaction(async (transaction) => {
    const where = { id, workspaceId };
    await Connection.update({ lastCheckedAt: new Date() }, { where, transaction });
    const [resumed] = await Connection.update(
      { status: "connected", lastError: null, pausedUntil: null, failureCount: 0 },
      { where: { ...where, status: "invalid" }, transaction },
    );
    if (resumed === 1) await resumeDeliveries({ id, workspaceId, adPlatform }, transaction);
    return resumed === 1;
  });
}
