import { NotFound } from "#app/lib/errors.ts";
import { normalizeSource } from "#app/lib/sources.ts";
import { AdObject } from "#app/models/index.server.ts";
import { type Access, changeWorkspace } from "#app/services/workspaces/access.server.ts";

/**
 * Sets the source that a campaign's spend counts under, whatever sources its claims have; null for that of its claims.
 * @throws {NotFound} also for an ad set, an ad and another workspace's campaign
 */
export function setCampaignSource({
  access,
  campaignRef,
  source,
}: {
  access: Access;
  campaignRef: string;
  source: string | null;
}): Promise<AdObject> {
  return changeWorkspace(access, "spend:write", async ({ id: workspaceId }, transaction) => {
    const where = { id: campaignRef, workspaceId, level: "campaign" };
    const campaign = await AdObject.findOne({ where, transaction });
    if (!campaign) throw new NotFound("Campaign");
    return campaign.update({ source: source === null ? null : normalizeSource(source) }, { transaction });
  });
}
