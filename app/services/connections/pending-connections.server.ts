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
import { assertAccess, type MemberAccess } from "#app/services/workspaces/access.server.ts";

const LIFETIME_MS = 15 * MINUTE;

/** The owner of a credential: no other session or workspace can read it. */
export type PendingOwner = { access: MemberAccess; sessionId: string; adPlatform: string };

const toWhere = ({ access: { workspaceId }, sessionId, adPlatform }: PendingOwner) => ({
  workspaceId,
  sessionId,
  adPlatform,
});

/** Keeps a credential, encrypted, until its owner has chosen an asset. */
export async function savePendingConnection(
  owner: PendingOwner,
  { credential, assets }: { credential: unknown; assets: Asset[] },
): Promise<void> {
  const where = toWhere(owner);
  const id = newId();
  await inTransaction(async (transaction) => {
    await assertAccess(owner.access, "connections:write", transaction);
    await PendingConnection.destroy({ where, transaction });
    await PendingConnection.create(
      {
        ...where,
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

export async function deletePendingConnection(owner: PendingOwner): Promise<void> {
  await inTransaction(async (transaction) => {
    await assertAccess(owner.access, "connections:write", transaction);
    await PendingConnection.destroy({ where: toWhere(owner), transaction });
  });
}

const find = (owner: PendingOwner) =>
  retryRead(() =>
    PendingConnection.findOne({ where: { ...toWhere(owner), expiresAt: { [Op.gt]: new Date() } } }),
  );
