import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { DELIVERY_OPEN_STATES } from "#app/lib/event-state.ts";
import { observeCalls } from "#app/lib/http-client.server.ts";
import { timeLeft } from "#app/lib/time-left.ts";
import { Connection, Delivery, DeliveryAttempt, Submission } from "#app/models/index.server.ts";
import type { Asset, PlatformRefusal } from "#app/services/ad-platforms/ad-platform.ts";
import { readSettings } from "#app/services/ad-platforms/connection-settings.server.ts";
import { getDestination } from "#app/services/ad-platforms/credentials.server.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { refuseConnection } from "#app/services/deliveries/connection-health.server.ts";
import { findWarning } from "#app/services/deliveries/match-quality.server.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";
import { type Check, checkClock, checkWay, fault, ok, todo } from "./check-steps.ts";
import { getConnection } from "./connections.server.ts";
import { resumeDeliveries } from "./resume-deliveries.server.ts";

export type ConnectionCheck = {
  checks: Check[];
  /** What became of the last ten attempts, the newest first. */
  outcomes: Pick<DeliveryAttempt, "id" | "at" | "outcome" | "message" | "remedy">[];
  /** Whether the platform accepts a refused connection again, so that parked events are sent. */
  isResumed: boolean;
};

type ConnectionKey = { access: Access; connectionId: string };
type CredentialResult = { ok: true; asset: Asset } | PlatformRefusal;

/**
 * Checks the whole way to an ad platform, from its name's address to the last attempts. Sends no event.
 * A refused credential parks the connection's events, as an event's refusal does.
 */
export async function checkConnection({ access, connectionId }: ConnectionKey): Promise<ConnectionCheck> {
  const { workspaceId } = access;
  const connection = await getConnection({ workspaceId, connectionId });
  const { adPlatform } = connection;
  const platform = adPlatforms.get(adPlatform);
  const { value: credential, calls } = await observeCalls(() => askPlatform(connection));
  const outcomes = await DeliveryAttempt.findAll({
    attributes: ["id", "at", "outcome", "message", "remedy"],
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
      credential,
      assetWord,
      way.every(({ state }) => state === "ok"),
    ),
    checkClock(call),
    await checkWindow(connection, windowText),
    ...(platform.restrictsFinancialDetails ? [await checkNames(connection)] : []),
  ];
  if (!credential.ok && credential.result.outcome === "parked")
    await refuseConnection(connection, credential.result);
  const isResumed = credential.ok && (await recordAcceptance(connection, access));
  return { checks, outcomes, isResumed };
}

async function askPlatform(connection: Connection): Promise<CredentialResult> {
  const access = await getDestination(connection);
  if (!access.ok) return { subject: "credential", ...access };
  return adPlatforms.get(connection.adPlatform).checkCredential(access.destination);
}

function checkCredential(credential: CredentialResult, assetWord: string, isReached: boolean): Check[] {
  const asset = assetWord.charAt(0).toUpperCase() + assetWord.slice(1);
  const names = ["Token", "Permission", asset];
  if (credential.ok)
    return [
      ok("Token", "accepted"),
      ok("Permission", `may use the ${assetWord}`),
      ok(asset, credential.asset.name),
    ];
  const { result, subject } = credential;
  const isRefused = result.outcome === "parked" || result.outcome === "permanent";
  if (!isReached && !isRefused) return names.map(todo);
  if (subject === "server")
    return [fault("Server", "not up to date", result.remedy ?? "Update the server."), ...names.map(todo)];
  const broken = { credential: 0, permission: 1, asset: 2 }[subject ?? "credential"];
  return names.map((name, index) => {
    if (index < broken) return ok(name, "accepted");
    if (index > broken) return todo(name);
    const detail = isRefused ? "refused" : "no clear response";
    return fault(name, detail, result.remedy ?? result.message ?? "Connect the platform again.");
  });
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
    ? ok("Names", "no financial details in event names or URLs")
    : fault("Names", "financial details", warning);
}

async function checkWindow({ workspaceId, adPlatform }: Connection, windowText: string): Promise<Check> {
  const next = await Delivery.findOne({
    attributes: ["sendBefore"],
    where: { workspaceId, adPlatform, state: { [Op.in]: DELIVERY_OPEN_STATES } },
    order: [["sendBefore", "ASC"]],
  });
  if (!next) return ok("Time limit", windowText);
  const now = new Date();
  const detail = `first event: ${timeLeft(next.sendBefore, now).text}`;
  if (next.sendBefore.getTime() - now.getTime() > 24 * HOUR) return ok("Time limit", detail);
  return fault(
    "Time limit",
    detail,
    "An event is about to be too late. Fix what's marked here and it will be sent.",
  );
}

/** A platform that accepts the credential again gets what was parked. */
async function recordAcceptance(
  { id, workspaceId, adPlatform }: Connection,
  access: Access,
): Promise<boolean> {
  return inTransaction(async (transaction) => {
    await assertAccess(access, "connections:write", transaction);
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
