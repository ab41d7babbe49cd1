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
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";
import { getConnection } from "./connections.server.ts";
import { sentences } from "./sentences.ts";

type ConnectionKey = { access: Access; connectionId: string };

/**
 * Marks a connection's events as tests for some hours, a day at most. It ends by itself.
 * @throws {Invalid} at `testEventCode`
 */
export async function startTestMode({
  access,
  connectionId,
  testEventCode,
  hours,
}: ConnectionKey & { testEventCode: string | null; hours: number }): Promise<void> {
  const connection = await getConnection({ workspaceId: access.workspaceId, connectionId });
  const platform = adPlatforms.get(connection.adPlatform);
  const settings = withTestMode(platform, JSON.parse(connection.settings), testEventCode);
  if (!settings)
    throw new Invalid([{ field: "testEventCode", message: sentences.noTestMode(platform.name) }]);
  const lengthMs = Math.min(hours * HOUR, TEST_MODE_MAX_MS);
  const testModeUntil = new Date(Date.now() + lengthMs);
  await change({ access, connectionId }, { settings: JSON.stringify(settings), testModeUntil });
}

/** Ends test mode now. */
export async function endTestMode({ access, connectionId }: ConnectionKey): Promise<void> {
  const connection = await getConnection({ workspaceId: access.workspaceId, connectionId });
  const settings = withoutTestMode(JSON.parse(connection.settings));
  await change({ access, connectionId }, { settings: JSON.stringify(settings), testModeUntil: null });
}

async function change(
  { access, connectionId }: ConnectionKey,
  values: { settings: string; testModeUntil: Date | null },
): Promise<void> {
  const where = { id: connectionId, workspaceId: access.workspaceId };
  await inTransaction(async (transaction) => {
    await assertAccess(access, "connections:write", transaction);
    await Connection.update(values, { where, transaction });
  });
}
