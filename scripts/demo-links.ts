import { MINUTE } from "#app/lib/dates.ts";
import { newCode } from "#app/lib/random.server.ts";
import { BrokerLink, LinkClick, LinkHost, Submission } from "#app/models/index.server.ts";
import type { SampleOwner } from "./sample-owner.ts";

const CLICKS = 64;
/** Of so many clicks one led to a claim. */
const CLICKS_OF_CLAIM = 5;
const CAMPAIGNS = ["autumn", "retargeting", null];

/** A link to the broker that calls back, with clicks of which some led to claims. */
export async function seedLinks({ workspace, platforms }: SampleOwner, now: Date): Promise<void> {
  const [, platform] = platforms;
  if (!platform) return;
  const host = "partner.halden.example";
  await LinkHost.create({ host, state: "allowed", updatedAt: now });
  const link = await BrokerLink.create({
    workspaceId: workspace.id,
    platformId: platform.id,
    code: "esnovember",
    name: "Spain, November offer",
    url: `https://${host}/r/casa-trading?offer=es`,
    host,
    parameter: "afp",
    createdAt: new Date(now.getTime() - CLICKS * 6 * 60 * MINUTE),
  });
  const claims = await Submission.findAll({
    where: { workspaceId: workspace.id, platformId: platform.id, erasedAt: null },
    attributes: ["id", "createdAt"],
    order: [["createdAt", "DESC"]],
    limit: Math.ceil(CLICKS / CLICKS_OF_CLAIM),
  });
  for (let number = 0; number < CLICKS; number++) {
    const claim = number % CLICKS_OF_CLAIM === 0 ? claims[number / CLICKS_OF_CLAIM] : undefined;
    const visitId = newCode(20);
    const campaign = CAMPAIGNS[number % CAMPAIGNS.length] ?? null;
    await LinkClick.create({
      id: newCode(20),
      workspaceId: workspace.id,
      linkId: link.id,
      visitId,
      campaign,
      createdAt: claim
        ? new Date(claim.createdAt.getTime() - 9 * MINUTE)
        : new Date(now.getTime() - number * 5 * 60 * MINUTE),
    });
    await claim?.update({ visitId }, { silent: true });
  }
}
