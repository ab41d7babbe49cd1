import { Invalid, NotFound } from "#app/lib/errors.ts";
import { normalizeSource } from "#app/lib/sources.ts";
import { AdObject } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { type Access, changeWorkspace } from "#app/services/workspaces/access.server.ts";

/**
 * Sets the source that a campaign's spend counts under, whatever its claims say; null for that of its claims.
 * @throws {Invalid} for a text that can be no source
 * @throws {NotFound} also for an ad set, an ad and another workspace's campaign
 */
export async function setCampaignSource({
  access,
  campaignRef,
  source,
}: {
  access: Access;
  campaignRef: string;
  source: string | null;
}): Promise<AdObject> {
  const rule = source === null ? null : normalizeSource(source);
  if (source !== null && rule === null)
    throw new Invalid([{ field: "source", message: messages.money.sourceShape }]);
  return changeWorkspace(access, "spend:write", async ({ id: workspaceId }, transaction) => {
    const where = { id: campaignRef, workspaceId, level: "campaign" };
    const campaign = await AdObject.findOne({ where, transaction });
    if (!campaign) throw new NotFound("Campaign");
    return campaign.update({ source: rule }, { transaction });
  });
}
