import { inTransaction } from "#app/database/connection.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { Invalid } from "#app/lib/errors.ts";
import { Connection } from "#app/models/index.server.ts";
import {
  TEST_MODE_MAX_MS,
  withoutTestMode,
  withTestMode,
} from "#app/services/ad-platforms/connection-settings.server.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { getConnection } from "./connections.server.ts";
import { sentences } from "./sentences.ts";

type ConnectionKey = { workspaceId: string; connectionId: string };

/**
 * Marks a connection's events as tests for some hours, a day at most. It ends by itself.
 * @throws {Invalid} at `testEventCode`
 */
export async function startTestMode({
  workspaceId,
  connectionId,
  testEventCode,
  hours,
}: ConnectionKey & { testEventCode: string | null; hours: number }): Promise<void> {
  const connection = await getConnection({ workspaceId, connectionId });
  const platform = adPlatforms.get(connection.adPlatform);
  const settings = withTestMode(platform, JSON.parse(connection.settings), testEventCode);
  if (!settings)
    throw new Invalid([{ field: "testEventCode", message: sentences.noTestMode(platform.name) }]);
  const lengthMs = Math.min(hours * HOUR, TEST_MODE_MAX_MS);
  const testModeUntil = new Date(Date.now() + lengthMs);
  await change({ workspaceId, connectionId }, { settings: JSON.stringify(settings), testModeUntil });
}

/** Ends test mode now. */
export async function endTestMode({ workspaceId, connectionId }: ConnectionKey): Promise<void> {
  const connection = await getConnection({ workspaceId, connectionId });
  const settings = withoutTestMode(JSON.parse(connection.settings));
  await change({ workspaceId, connectionId }, { settings: JSON.stringify(settings), testModeUntil: null });
}

async function change(
  { workspaceId, connectionId }: ConnectionKey,
  values: { settings: string; testModeUntil: Date | null },
): Promise<void> {
  await inTransaction((transaction) =>
    Connection.update(values, { where: { id: connectionId, workspaceId }, transaction }),
  );
}
