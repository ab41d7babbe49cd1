import { Op } from "sequelize";
import { inTransaction, retryRead, sequelize } from "#app/database/connection.server.ts";
import { timePlus } from "#app/database/dialect.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { newId } from "#app/lib/ids.ts";
import { Connection, Delivery } from "#app/models/index.server.ts";
import type { ConnectedAdPlatform } from "#app/schemas/ad-platforms.ts";
import { usableWindow } from "#app/services/ad-platforms/delivery-window.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { encryptCredential } from "./credentials.server.ts";

type ConnectArguments = {
  workspaceId: string;
  adPlatform: string;
  /** In the shape of the platform's `credentialSchema`. */
  credential: unknown;
  /** In the shape of its `settingsSchema`. */
  settings?: unknown;
  assetId: string;
  assetName: string | null;
};

/**
 * Saves a credential that the platform accepted, encrypted, in place of the owner's earlier one. Parked
 * deliveries continue by themselves, and pending submissions get their deadline.
 */
export async function saveConnection(args: ConnectArguments): Promise<Connection> {
  const { workspaceId, adPlatform, assetId, assetName } = args;
  const platform = adPlatforms.get(adPlatform);
  const credential = platform.credentialSchema.parse(args.credential);
  const settings = platform.settingsSchema.parse(args.settings ?? {});
  return inTransaction(async (transaction) => {
    const existing = await Connection.findOne({
      where: { workspaceId, adPlatform },
      transaction,
      lock: true,
    });
    const id = existing?.id ?? newId();
    const values = {
      status: "connected" as const,
      credential: encryptCredential(credential, id),
      tokenEnding: platform.credentialEnding(credential),
      settings: JSON.stringify(settings),
      assetId,
      assetName,
      connectedAt: new Date(),
      lastCheckedAt: new Date(),
      lastError: null,
      pausedUntil: null,
    };
    const connection = existing
      ? await existing.update(values, { transaction })
      : await Connection.create({ id, workspaceId, adPlatform, ...values }, { transaction });
    // With a receipt the platform has the event: only its result is missing.
    const where = { workspaceId, adPlatform, state: "parked" } as const;
    const changes = { dueAt: fromNow(0), connectionId: id };
    await Delivery.update(
      { ...changes, state: "confirming" },
      { where: { ...where, receipt: { [Op.ne]: null } }, transaction },
    );
    await Delivery.update({ ...changes, state: "retrying" }, { where, transaction });
    const deadline = timePlus("createdAt", usableWindow(platform.windowMs(settings)));
    await sequelize.query(
      `UPDATE submissions SET sendBefore = ${deadline} WHERE workspaceId = :workspaceId AND status = 'pending' AND (sendBefore IS NULL OR sendBefore > ${deadline})`,
      { replacements: { workspaceId }, transaction },
    );
    return connection;
  });
}

/** How old an event of this connection may be when it arrives. */
export function connectionWindowMs({
  adPlatform,
  settings,
}: Pick<Connection, "adPlatform" | "settings">): number {
  const platform = adPlatforms.get(adPlatform);
  return platform.windowMs(platform.settingsSchema.parse(JSON.parse(settings)));
}

/** The ad platforms that the owner has connected, by id, each with what pages say about it. */
export async function listConnectedPlatforms(workspaceId: string): Promise<ConnectedAdPlatform[]> {
  const connections = await retryRead(() =>
    Connection.findAll({ where: { workspaceId }, order: [["adPlatform", "ASC"]] }),
  );
  return connections.map((connection) => {
    const platform = adPlatforms.get(connection.adPlatform);
    const settings = platform.settingsSchema.parse(JSON.parse(connection.settings));
    const { status, lastAcceptedAt, lastError } = connection;
    const { windowText, testModeText } = platform.describe(settings);
    return {
      name: platform.name,
      windowMs: platform.windowMs(settings),
      windowText,
      status,
      testModeText: platform.isTestMode(settings) ? testModeText : null,
      lastAcceptedAt: lastAcceptedAt?.toISOString() ?? null,
      lastError,
    };
  });
}
