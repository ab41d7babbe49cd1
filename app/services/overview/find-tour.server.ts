import { retryRead } from "#app/database/connection.server.ts";
import { readValues, textOf } from "#app/database/values.server.ts";
import { config } from "#app/env.server.ts";
import { PostbackAddress, Submission } from "#app/models/index.server.ts";
import { metaVariables } from "#app/services/ad-platforms/meta/variables.server.ts";
import { postbackUrl } from "#app/services/postbacks/postback-url.server.ts";

/** What the demo's overview leads to besides its own pages. Null outside the demo, and where no event was sent. */
export async function findTour(workspaceId: string) {
  if (!config.isDemo) return null;
  const where = { workspaceId, status: "handled", eventState: "sent", withdrawnAt: null };
  const { accepted } = await retryRead(() =>
    readValues({ accepted: textOf(Submission, "id", where, [["id", "DESC"]]) }),
  );
  // The sandbox plays all ad platforms at one address.
  if (!accepted) return null;
  const toSandbox = (path: string) => new URL(path, metaVariables.graphUrl);
  const network = toSandbox("/postback");
  const address = await retryRead(() => PostbackAddress.findOne({ where: { workspaceId } }));
  if (address) network.searchParams.set("address", postbackUrl(address) ?? "");
  return { provenClaim: accepted, received: toSandbox("/received").href, network: network.href };
}
