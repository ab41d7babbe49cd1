import { retryRead } from "#app/database/connection.server.ts";
import { type CountedDays, claimsBy } from "#app/database/queries/statistics.server.ts";

/** A breakdown lists at most this many values. */
const PARTS_MAX = 50;

/** The claims of some days by broker, source, campaign and country. */
export async function getBreakdowns(place: CountedDays) {
  const [byPlatform, bySource, byCampaign, byCountry] = await Promise.all([
    retryRead(() => claimsBy("platform", place, PARTS_MAX)),
    retryRead(() => claimsBy("source", place, PARTS_MAX)),
    retryRead(() => claimsBy("campaign", place, PARTS_MAX)),
    retryRead(() => claimsBy("country", place, PARTS_MAX)),
  ]);
  return { byPlatform, bySource, byCampaign, byCountry };
}
