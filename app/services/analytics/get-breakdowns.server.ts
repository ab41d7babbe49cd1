import { type CountedDays, claimsByEach } from "#app/services/counting/count-parts.server.ts";

/** A breakdown lists at most this many values. */
const PARTS_MAX = 50;
const PARTS = ["platform", "source", "campaign", "country"] as const;

/** The claims of some days by broker, source, campaign and country. */
export async function getBreakdowns(place: CountedDays) {
  const { platform, source, campaign, country } = await claimsByEach(PARTS, place, PARTS_MAX);
  return { byPlatform: platform, bySource: source, byCampaign: campaign, byCountry: country };
}
