import { Conflict } from "#app/lib/errors.ts";
import type { Connection } from "#app/models/index.server.ts";
import type { AssetSettings } from "#app/schemas/connections.ts";
import { getDestination } from "#app/services/ad-platforms/credentials.server.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import type { Access } from "#app/services/workspaces/access.server.ts";
import { connectAsset } from "./connect-platform.server.ts";
import { findConnection } from "./connections.server.ts";
import { sentences } from "./sentences.ts";

/**
 * Sends a connected platform's events to another asset, by the credential that is there.
 * @throws {Conflict} `not_authorized` without a connection
 * @throws as `connectAsset`
 */
export async function changeAsset({
  access: right,
  adPlatform,
  assetId,
  settings,
}: {
  access: Access;
  adPlatform: string;
  assetId: string;
  settings?: AssetSettings;
}): Promise<Connection> {
  const connection = await findConnection(right.workspaceId, adPlatform);
  const access = connection && (await getDestination(connection));
  if (!access?.ok)
    throw new Conflict("not_authorized", sentences.notAuthorized(adPlatforms.get(adPlatform).name));
  const { credential } = access.destination;
  return connectAsset({ access: right, adPlatform, credential, assetId, settings });
}
