import { inTransaction } from "#app/database/connection.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { runForAll } from "#app/lib/deadline.server.ts";
import { log } from "#app/lib/log.server.ts";
import { decrypt, encrypt } from "#app/lib/secrets.server.ts";
import { Connection } from "#app/models/index.server.ts";
import type { DeliveryResult, Destination, OAuthConnect, PlatformRefusal } from "./ad-platform.ts";
import { readSettings } from "./connection-settings.server.ts";
import { adPlatforms } from "./registry.server.ts";

/** Together well below a lease. */
const REFRESH_TIMEOUT_MS = 10 * SECOND;
const OTHERS_SAVE_MS = 2 * SECOND;

type Access = { ok: true; destination: Destination } | PlatformRefusal;

export const encryptCredential = (credential: unknown, connectionId: string): string =>
  encrypt(JSON.stringify(credential), connectionId);

/** What a call to the platform needs. The credential is in memory as plain text no longer than its row. */
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
 * Renews an access token that the platform refused before it expired. Null for pasted tokens, which cannot be
 * renewed.
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
  connectionFault: "unreadable",
};

/** Refreshes in progress. A refresh token may work only once, and several deliveries can need it. */
const refreshes = new Map<string, Promise<Access>>();

function refreshOnce(
  connect: OAuthConnect<unknown>,
  connection: Connection,
  destination: Destination,
): Promise<Access> {
  const running = refreshes.get(connection.id);
  if (running) return running;
  const started = runForAll(() => refresh(connect, connection, destination)).finally(() =>
    refreshes.delete(connection.id),
  );
  refreshes.set(connection.id, started);
  return started;
}

const readDestination = (connection: Connection): Destination => ({
  credential: readCredential(connection),
  settings: readSettings(connection),
  assetId: connection.assetId,
});

type Opened = { sealed: string; credential: unknown };

/** A connection is loaded once for many events: its credential is decrypted once for all of them. */
const opened = new WeakMap<Connection, Opened>();

function readCredential(connection: Connection): unknown {
  const { id, adPlatform, credential: sealed } = connection;
  const known = opened.get(connection);
  if (known?.sealed === sealed) return known.credential;
  const { credentialSchema } = adPlatforms.get(adPlatform);
  const credential = credentialSchema.parse(JSON.parse(decrypt(sealed, id)));
  opened.set(connection, { sealed, credential });
  return credential;
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
  // Another process may have refreshed it first and not saved the new one yet.
  if (!refreshed.ok) await new Promise((resolve) => setTimeout(resolve, OTHERS_SAVE_MS));
  const current = await Connection.findOne({ where: { id, workspaceId } });
  if (current && current.credential !== connection.credential)
    return { ok: true, destination: readDestination(current) };
  return refreshed.ok
    ? { ok: true, destination: { ...destination, credential: refreshed.credential } }
    : refreshed;
}
