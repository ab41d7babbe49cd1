import { endpoint, patch } from "#app/http/api/endpoint.server.ts";
import { presentCampaign } from "#app/presenters/spend-campaign.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { CampaignChange, OneCampaignResponse } from "#app/schemas/spend-campaigns.ts";
import { setCampaignSource } from "#app/services/money/set-campaign-source.server.ts";

const handle = endpoint(
  patch({
    path: "/api/spend/campaigns/{id}",
    summary: "Say which source a campaign's spend counts under",
    description:
      "Without a source, it is that of the campaign's claims where all of them have one and the same. Its id is the campaignRef of `GET /api/analytics`.",
    auth: "user",
    action: "spend:write",
    params: idParams("campaign"),
    body: CampaignChange,
    example: { source: "instagram" },
    response: OneCampaignResponse,
    errors: { 404: ["not_found"] },
    run: async ({ access, params: { id: campaignRef }, body: { source } }) => ({
      campaign: presentCampaign(await setCampaignSource({ access, campaignRef, source })),
    }),
  }),
);

export const loader = handle;
export const action = handle;
