import { retryRead } from "#app/database/connection.server.ts";
import { campaignsOfDay } from "#app/database/queries/totals.server.ts";
import { runForAll } from "#app/lib/deadline.server.ts";
import { OTHER_VALUES } from "#app/lib/sources.ts";

/** Anybody can put any campaign into a link, so the totals of a day are limited to this many. */
export const CAMPAIGNS_MAX = 1_000;
/** Days that are remembered; the oldest is forgotten first. */
const DAYS_MAX = 500;

const known = new Map<string, Promise<Set<string>>>();

type Place = { workspaceId: string; day: string };

/** The campaign that a new submission is counted under: its own, or `(other)` on a day that is full. */
export async function countedCampaign(place: Place, campaign: string | null): Promise<string | null> {
  if (campaign === null) return null;
  const campaigns = await readCampaigns(place);
  if (campaigns.has(campaign)) return campaign;
  if (campaigns.size >= CAMPAIGNS_MAX) return OTHER_VALUES;
  campaigns.add(campaign);
  return campaign;
}

function readCampaigns({ workspaceId, day }: Place): Promise<Set<string>> {
  const key = `${workspaceId} ${day}`;
  let campaigns = known.get(key);
  if (!campaigns) {
    campaigns = runForAll(() => retryRead(() => campaignsOfDay(workspaceId, day, CAMPAIGNS_MAX))).then(
      (rows) => new Set(rows),
    );
    campaigns.catch(() => known.delete(key));
    known.set(key, campaigns);
    const [oldest] = known.keys();
    if (known.size > DAYS_MAX && oldest) known.delete(oldest);
  }
  return campaigns;
}
