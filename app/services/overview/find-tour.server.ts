import { retryRead } from "#app/database/connection.server.ts";
import { readValues, textOf } from "#app/database/values.server.ts";
import { config } from "#app/env.server.ts";
import { Submission } from "#app/models/index.server.ts";
import { metaVariables } from "#app/services/ad-platforms/meta/variables.server.ts";

/** What the demo's overview leads to besides its own pages. Null outside the demo, and where no event was sent. */
export async function findTour(workspaceId: string) {
  if (!config.isDemo) return null;
  const where = { workspaceId, status: "handled", eventState: "sent", withdrawnAt: null };
  const { accepted } = await retryRead(() =>
    readValues({ accepted: textOf(Submission, "id", where, [["id", "DESC"]]) }),
  );
  // The sandbox plays all ad platforms at one address.
  return accepted && { provenClaim: accepted, sandbox: new URL("/received", metaVariables.graphUrl).href };
}
