import { retryRead } from "#app/database/connection.server.ts";
import { modelsOf, readValues } from "#app/database/values.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { isId, newId } from "#app/lib/ids.ts";
import { Connection } from "#app/models/index.server.ts";
import type { ConnectedAdPlatform } from "#app/schemas/ad-platforms.ts";
import {
  findTestMode,
  readSettings,
  TEST_MODE_MAX_MS,
} from "#app/services/ad-platforms/connection-settings.server.ts";
import { encryptCredential } from "#app/services/ad-platforms/credentials.server.ts";
import { findWindows } from "#app/services/ad-platforms/find-windows.server.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { updateSendDeadlines } from "#app/services/deliveries/send-deadlines.server.ts";
import { keepCovers, updateConsentLists } from "#app/services/opt-in-forms/consent-lists.server.ts";
import { type Access, changeWorkspace } from "#app/services/workspaces/access.server.ts";
import { resumeDeliveries } from "./resume-deliveries.server.ts";

type ConnectArguments = {
  access: Access;
  adPlatform: string;
  /** In the shape of the platform's `credentialSchema`. */
  credential: unknown;
  /** In the shape of its `settingsSchema`; those of the earlier connection without them. */
  settings?: unknown;
  assetId: string;
  assetName: string | null;
};

/**
 * Saves a credential that the platform accepted, encrypted, in place of the owner's earlier one. Parked
 * deliveries continue by themselves, and pending submissions get their deadline.
 */
export async function saveConnection(args: ConnectArguments): Promise<Connection> {
  const { access, adPlatform, assetId, assetName } = args;
  const { workspaceId } = access;
  const platform = adPlatforms.get(adPlatform);
  const credential = platform.credentialSchema.parse(args.credential);
  const earlier = await Connection.findOne({ where: { workspaceId, adPlatform } });
  const settings = platform.settingsSchema.parse(args.settings ?? JSON.parse(earlier?.settings ?? "{}"));
  const now = new Date();
  const testModeUntil = platform.isTestMode(settings) ? new Date(now.getTime() + TEST_MODE_MAX_MS) : null;
  // With the workspace's lock, because the form's consent may list its ad platforms.
  return changeWorkspace(access, "connections:write", async (_workspace, transaction) => {
    // All transactions lock submissions before connections.
    const others = (await findWindows(workspaceId, transaction)).filter(
      (one) => one.adPlatform !== adPlatform,
    );
    const windows = [...others, { adPlatform, ms: platform.windowMs(settings) }];
    await updateSendDeadlines({ workspaceId, windows }, transaction);
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
      connectedAt: now,
      lastCheckedAt: now,
      lastError: null,
      pausedUntil: null,
      failureCount: 0,
      ...(args.settings === undefined ? {} : { testModeUntil }),
    };
    // What a waiting claim's consent covers decides its deadline.
    if (!existing && (await keepCovers(workspaceId, transaction)))
      await updateSendDeadlines({ workspaceId, windows }, transaction);
    const connection = existing
      ? await existing.update(values, { transaction })
      : await Connection.create({ id, workspaceId, adPlatform, ...values }, { transaction });
    await resumeDeliveries(connection, transaction);
    if (!existing) await updateConsentLists(workspaceId, transaction);
    return connection;
  });
}

type ConnectionKey = { workspaceId: string; connectionId: string };

/** @throws {NotFound} also for another workspace's */
export async function getConnection({ workspaceId, connectionId }: ConnectionKey): Promise<Connection> {
  const connection = isId(connectionId)
    ? await retryRead(() => Connection.findOne({ where: { id: connectionId, workspaceId } }))
    : null;
  if (!connection) throw new NotFound("Connection");
  return connection;
}

export const findConnection = (workspaceId: string, adPlatform: string): Promise<Connection | null> =>
  retryRead(() => Connection.findOne({ where: { workspaceId, adPlatform } }));

export async function listConnections(workspaceId: string): Promise<Connection[]> {
  const { connections } = await retryRead(() =>
    readValues({
      connections: modelsOf(Connection, { where: { workspaceId }, order: [["adPlatform", "ASC"]] }),
    }),
  );
  return connections;
}

/** The ad platforms that the owner has connected, by id, each with what pages say about it. */
export async function listConnectedPlatforms(workspaceId: string): Promise<ConnectedAdPlatform[]> {
  const connections = await listConnections(workspaceId);
  return connections.map((connection) => {
    const platform = adPlatforms.get(connection.adPlatform);
    const settings = readSettings(connection);
    const { status, lastAcceptedAt, lastError } = connection;
    const { windowText, testModeText } = platform.describe(settings);
    const testMode = findTestMode(connection);
    return {
      id: platform.id,
      name: platform.name,
      windowMs: platform.windowMs(settings),
      windowText,
      status,
      testModeText: testMode ? testModeText : null,
      testModeUntil: testMode?.endsAt.toISOString() ?? null,
      lastAcceptedAt: lastAcceptedAt?.toISOString() ?? null,
      lastError,
    };
  });
}
