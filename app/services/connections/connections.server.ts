import { inTransaction, retryRead, sequelize } from "#app/database/connection.server.ts";
import { timePlus } from "#app/database/dialect.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { newId } from "#app/lib/ids.ts";
import { decrypt, encrypt } from "#app/lib/secrets.server.ts";
import { Connection, Delivery } from "#app/models/index.server.ts";
import type { AdPlatformId, Credential } from "#app/services/ad-platforms/ad-platform.ts";
import { usableWindow } from "#app/services/ad-platforms/delivery-window.ts";
import { getAdPlatform } from "#app/services/ad-platforms/registry.server.ts";

type ConnectArguments = {
  workspaceId: string;
  provider: AdPlatformId;
  accessToken: string;
  pixelId: string;
  pixelName: string | null;
  testEventCode?: string | null;
};

/**
 * Keeps a credential that the platform accepted, encrypted, in place of the owner's earlier one. Parked deliveries go out again by
 * themselves, and submissions that wait get their deadline.
 */
export async function saveConnection(args: ConnectArguments): Promise<Connection> {
  const { workspaceId, provider, accessToken, pixelId, pixelName, testEventCode = null } = args;
  return inTransaction(async (transaction) => {
    const standing = await Connection.findOne({
      where: { workspaceId, provider },
      transaction,
      lock: true,
    });
    const id = standing?.id ?? newId();
    const values = {
      status: "connected" as const,
      credential: encrypt(accessToken, id),
      tokenEnding: accessToken.slice(-4),
      pixelId,
      pixelName,
      testEventCode,
      connectedAt: new Date(),
      lastCheckedAt: new Date(),
      lastError: null,
      pausedUntil: null,
    };
    const connection = standing
      ? await standing.update(values, { transaction })
      : await Connection.create({ id, workspaceId, provider, ...values }, { transaction });
    await Delivery.update(
      { state: "retrying", dueAt: fromNow(0), connectionId: id },
      { where: { workspaceId, platform: provider, state: "parked" }, transaction },
    );
    const deadline = timePlus("createdAt", usableWindow(getAdPlatform(provider).windowMs));
    await sequelize.query(
      `UPDATE submissions SET sendBefore = ${deadline} WHERE workspaceId = :workspaceId AND status = 'pending' AND (sendBefore IS NULL OR sendBefore > ${deadline})`,
      { replacements: { workspaceId }, transaction },
    );
    return connection;
  });
}

/** What a send needs. The token exists in plain text only for the moment of the call. */
export function readCredential(connection: Connection): Credential {
  return {
    accessToken: decrypt(connection.credential, connection.id),
    pixelId: connection.pixelId,
    testEventCode: connection.testEventCode,
  };
}

/** The ad platforms that the owner has connected, by name. */
export async function listConnectedPlatforms(workspaceId: string): Promise<string[]> {
  const connections = await retryRead(() =>
    Connection.findAll({
      where: { workspaceId },
      attributes: ["provider"],
      order: [["provider", "ASC"]],
    }),
  );
  return connections.map(({ provider }) => getAdPlatform(provider).name);
}
