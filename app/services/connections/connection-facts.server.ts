import type { Connection } from "#app/models/index.server.ts";
import {
  findTestMode,
  readSettings,
  type TestMode,
} from "#app/services/ad-platforms/connection-settings.server.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";

type Facts = { name: string; assetWord: string; isBeta: boolean; testMode: TestMode | null };

/** A connection's facts as its platform describes them. Only the primary platform is supported for now. */
export function getConnectionFacts(connection: Connection): Facts {
  const platform = adPlatforms.get(connection.adPlatform);
  return {
    name: platform.name,
    assetWord: platform.describe(readSettings(connection)).assetWord,
    isBeta: platform !== adPlatforms.primary,
    testMode: findTestMode(connection),
  };
}
