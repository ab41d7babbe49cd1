import { inTransaction } from "#app/database/connection.server.ts";
import { decrypt, encrypt } from "#app/lib/secrets.server.ts";
import { Connection } from "#app/models/index.server.ts";
import type { Destination, OAuthConnect, Refused } from "#app/services/ad-platforms/ad-platform.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";

type Access = { ok: true; destination: Destination } | Refused;

export const encryptCredential = (credential: unknown, connectionId: string): string =>
  encrypt(JSON.stringify(credential), connectionId);

/** What a call to the platform needs. The credential exists in plain text only for the moment of the call. */
export async function getDestination(connection: Connection): Promise<Access> {
  const { connect } = adPlatforms.get(connection.adPlatform);
  const destination = readDestination(connection);
  const isExpired = connect.kind === "oauth" && connect.isExpired(destination.credential, new Date());
  return isExpired ? refresh(connect, connection, destination) : { ok: true, destination };
}

function readDestination(connection: Connection): Destination {
  const platform = adPlatforms.get(connection.adPlatform);
  return {
    credential: platform.credentialSchema.parse(JSON.parse(decrypt(connection.credential, connection.id))),
    settings: platform.settingsSchema.parse(JSON.parse(connection.settings)),
    assetId: connection.assetId,
  };
}

async function refresh(
  connect: OAuthConnect<unknown>,
  connection: Connection,
  destination: Destination,
): Promise<Access> {
  const refreshed = await connect.refresh(destination.credential);
  if (refreshed.ok) {
    const [saved] = await inTransaction((transaction) =>
      Connection.update(
        { credential: encryptCredential(refreshed.credential, connection.id) },
        { where: { id: connection.id, credential: connection.credential }, transaction },
      ),
    );
    if (saved === 1) return { ok: true, destination: { ...destination, credential: refreshed.credential } };
  }
  // Another process may have refreshed it first, and a refresh token may serve only once.
  const current = await Connection.findByPk(connection.id);
  if (current && current.credential !== connection.credential)
    return { ok: true, destination: readDestination(current) };
  return refreshed.ok
    ? { ok: true, destination: { ...destination, credential: refreshed.credential } }
    : refreshed;
}
