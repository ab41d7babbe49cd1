import { retryRead } from "#app/database/connection.server.ts";
import {
  type CountedDays,
  claimsBy,
  claimsByEach,
  type Part,
} from "#app/database/queries/statistics.server.ts";

/** A breakdown lists at most this many values. */
const PARTS_MAX = 50;
const PARTS = ["platform", "source", "campaign", "country"] as const;

/** The claims of some days by broker, source, campaign and country, each read beside the others. */
export async function getBreakdowns(place: CountedDays) {
  const read = await Promise.all(
    PARTS.map(async (by) => [by, await retryRead(() => claimsBy(by, place, PARTS_MAX))] as const),
  );
  return name(Object.fromEntries(read) as Record<(typeof PARTS)[number], Part[]>);
}

/** The same of few days, which take less time than three more statements. */
export const getShortBreakdowns = async (place: CountedDays) =>
  name(await retryRead(() => claimsByEach(PARTS, place, PARTS_MAX)));

const name = ({ platform, source, campaign, country }: Record<(typeof PARTS)[number], Part[]>) => ({
  byPlatform: platform,
  bySource: source,
  byCampaign: campaign,
  byCountry: country,
});
