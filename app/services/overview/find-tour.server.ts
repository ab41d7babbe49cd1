import { retryRead } from "#app/database/connection.server.ts";
import { config } from "#app/env.server.ts";
import { Submission } from "#app/models/index.server.ts";
import { metaVariables } from "#app/services/ad-platforms/meta/variables.server.ts";

/** What the demo's overview leads to besides its own pages. Null outside the demo, and where no event was sent. */
export async function findTour(workspaceId: string) {
  if (!config.isDemo) return null;
  const accepted = await retryRead(() =>
    Submission.findOne({
      where: { workspaceId, status: "handled", eventState: "sent", withdrawnAt: null },
      attributes: ["id"],
      order: [["id", "DESC"]],
    }),
  );
  // The sandbox plays all ad platforms at one address.
  return accepted && { provenClaim: accepted.id, sandbox: new URL("/received", metaVariables.graphUrl).href };
}
