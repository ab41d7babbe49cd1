import { Op } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { Invalid } from "#app/lib/errors.ts";
import { newId } from "#app/lib/ids.ts";
import { decrypt } from "#app/lib/secrets.server.ts";
import { PendingConnection } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { Asset } from "#app/services/ad-platforms/ad-platform.ts";
import { encryptCredential } from "#app/services/ad-platforms/credentials.server.ts";

const LIFETIME_MS = 15 * MINUTE;

/** The owner of a credential: no other session or workspace can read it. */
export type PendingOwner = { workspaceId: string; sessionId: string; adPlatform: string };

/** Keeps a credential, encrypted, until its owner has chosen an asset. */
export async function savePendingConnection(
  { workspaceId, sessionId, adPlatform }: PendingOwner,
  { credential, assets }: { credential: unknown; assets: Asset[] },
): Promise<void> {
  const owner = { workspaceId, sessionId, adPlatform };
  const id = newId();
  await inTransaction(async (transaction) => {
    await PendingConnection.destroy({ where: owner, transaction });
    await PendingConnection.create(
      {
        ...owner,
        id,
        credential: encryptCredential(credential, id),
        assets: JSON.stringify(assets),
        expiresAt: new Date(Date.now() + LIFETIME_MS),
      },
      { transaction },
    );
  });
}

/** The assets to choose from; null if no credential waits for it. */
export async function findPendingAssets(owner: PendingOwner): Promise<Asset[] | null> {
  const found = await find(owner);
  return found && (JSON.parse(found.assets) as Asset[]);
}

/** @throws {Invalid} if it has expired */
export async function getPendingCredential(owner: PendingOwner): Promise<unknown> {
  const found = await find(owner);
  if (!found) throw new Invalid([], messages.connections.expired);
  return JSON.parse(decrypt(found.credential, found.id));
}

export async function deletePendingConnection({
  workspaceId,
  sessionId,
  adPlatform,
}: PendingOwner): Promise<void> {
  const where = { workspaceId, sessionId, adPlatform };
  await inTransaction((transaction) => PendingConnection.destroy({ where, transaction }));
}

const find = ({ workspaceId, sessionId, adPlatform }: PendingOwner) =>
  retryRead(() =>
    PendingConnection.findOne({
      where: { workspaceId, sessionId, adPlatform, expiresAt: { [Op.gt]: new Date() } },
    }),
  );
