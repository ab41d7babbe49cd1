import { DomainError, Invalid } from "#app/lib/errors.ts";
import type { Asset } from "#app/services/ad-platforms/ad-platform.ts";
import { getDestination } from "#app/services/ad-platforms/credentials.server.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { getConnection } from "./connections.server.ts";
import { sentences } from "./sentences.ts";

type Choices = { credential: unknown; assets: Asset[] };

/**
 * What a connected credential can send to; an empty list if it may send without listing.
 * @throws {Invalid} if the platform refuses the credential
 * @throws {DomainError} 502 `platform_unreachable`
 */
export async function listAssetChoices(args: {
  workspaceId: string;
  connectionId: string;
}): Promise<Choices> {
  const connection = await getConnection(args);
  const platform = adPlatforms.get(connection.adPlatform);
  const access = await getDestination(connection);
  if (!access.ok) throw new Invalid([], access.result.remedy ?? sentences.refused(platform.name));
  const { credential } = access.destination;
  const listed = await platform.listAssets(credential);
  if (listed.ok) return { credential, assets: listed.assets };
  if (listed.subject === "permission") return { credential, assets: [] };
  const { outcome, remedy } = listed.result;
  if (outcome === "parked" || outcome === "permanent")
    throw new Invalid([], remedy ?? sentences.refused(platform.name));
  throw new DomainError(502, "platform_unreachable", remedy ?? sentences.unreachable(platform.name));
}
