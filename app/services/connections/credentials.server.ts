import { inTransaction } from "#app/database/connection.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { decrypt, encrypt } from "#app/lib/secrets.server.ts";
import { Connection } from "#app/models/index.server.ts";
import type {
  DeliveryResult,
  Destination,
  OAuthConnect,
  Refused,
} from "#app/services/ad-platforms/ad-platform.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { readSettings } from "./connection-settings.server.ts";

/** Together well below a lease. */
const REFRESH_TIMEOUT_MS = 10 * SECOND;
const OTHERS_SAVE_MS = 2 * SECOND;

type Access = { ok: true; destination: Destination } | Refused;

export const encryptCredential = (credential: unknown, connectionId: string): string =>
  encrypt(JSON.stringify(credential), connectionId);

/** What a call to the platform needs. The credential exists in plain text only for the moment of the call. */
export async function getDestination(connection: Connection): Promise<Access> {
  const { connect } = adPlatforms.get(connection.adPlatform);
  let destination: Destination;
  try {
    destination = readDestination(connection);
  } catch (error) {
    log.error({ err: error, connectionId: connection.id }, "a stored credential could not be read");
    return { ok: false, result: unreadable };
  }
  const isExpired = connect.kind === "oauth" && connect.isExpired(destination.credential, new Date());
  return isExpired ? refreshOnce(connect, connection, destination) : { ok: true, destination };
}

/**
 * A renewed access token after the platform refused the one that had not expired. Null where the owner pastes
 * tokens: those cannot be renewed.
 */
export async function renewDestination(connection: Connection): Promise<Access | null> {
  const { connect } = adPlatforms.get(connection.adPlatform);
  if (connect.kind !== "oauth") return null;
  const current = await Connection.findOne({
    where: { id: connection.id, workspaceId: connection.workspaceId },
  });
  if (!current) return null;
  // Another delivery has renewed it already.
  if (current.credential !== connection.credential)
    return { ok: true, destination: readDestination(current) };
  return refreshOnce(connect, current, readDestination(current));
}

const unreadable: DeliveryResult = {
  outcome: "parked",
  retryAfterMs: null,
  platformCode: null,
  message: "The stored credential could not be read.",
  remedy: "Connect the platform again.",
  traceId: null,
};

/** The refreshes under way. A refresh token may serve only once, and several deliveries need it at the same time. */
const refreshes = new Map<string, Promise<Access>>();

function refreshOnce(
  connect: OAuthConnect<unknown>,
  connection: Connection,
  destination: Destination,
): Promise<Access> {
  const running = refreshes.get(connection.id);
  if (running) return running;
  const started = refresh(connect, connection, destination).finally(() => refreshes.delete(connection.id));
  refreshes.set(connection.id, started);
  return started;
}

function readDestination(connection: Connection): Destination {
  const platform = adPlatforms.get(connection.adPlatform);
  return {
    credential: platform.credentialSchema.parse(JSON.parse(decrypt(connection.credential, connection.id))),
    settings: readSettings(connection),
    assetId: connection.assetId,
  };
}

async function refresh(
  connect: OAuthConnect<unknown>,
  connection: Connection,
  destination: Destination,
): Promise<Access> {
  const { id, workspaceId } = connection;
  const refreshed = await connect.refresh(destination.credential, { timeoutMs: REFRESH_TIMEOUT_MS });
  if (refreshed.ok) {
    const [saved] = await inTransaction((transaction) =>
      Connection.update(
        { credential: encryptCredential(refreshed.credential, id) },
        { where: { id, workspaceId, credential: connection.credential }, transaction },
      ),
    );
    if (saved === 1) return { ok: true, destination: { ...destination, credential: refreshed.credential } };
  }
  // Another process may have refreshed it first, and may be about to save what it got.
  if (!refreshed.ok) await new Promise((resolve) => setTimeout(resolve, OTHERS_SAVE_MS));
  const current = await Connection.findOne({ where: { id, workspaceId } });
  if (current && current.credential !== connection.credential)
    return { ok: true, destination: readDestination(current) };
  return refreshed.ok
    ? { ok: true, destination: { ...destination, credential: refreshed.credential } }
    : refreshed;
}
