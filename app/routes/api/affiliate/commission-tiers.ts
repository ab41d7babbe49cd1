import { endpoint, patch } from "#app/http/api/endpoint.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { presentPlatform } from "#app/presenters/platform.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { OnePlatformResponse, TiersInput } from "#app/schemas/platforms.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";
import { replaceTiers } from "#app/services/platforms/replace-tiers.server.ts";

const handle = endpoint(
  patch({
    path: "/api/affiliate/platforms/{id}/commission-tiers",
    summary: "Replace a platform's commission tiers as a whole",
    description:
      "Tiers may come in any order and are sorted by minAmount. They may touch, the border belonging to the higher one, but not overlap; only the last may be open-ended; all have one currency. Commissions that were earned before stay as they are. They are steps of the current contract: where it pays for more than deposits, or by countries, the call is a 409.",
    auth: "user",
    action: "platforms:write",
    params: idParams("platform"),
    body: TiersInput,
    example: {
      platformId: "01a1f7c2-5c1e-7b5a-9d0e-3f6a2b8c4d10",
      commissionTiers: [
        { name: "Flat", minAmount: "0", maxAmount: null, type: "fixed", value: "100", currency: "EUR" },
      ],
    },
    response: OnePlatformResponse,
    errors: { 404: ["not_found"], 409: ["other_contract"] },
    run: async ({ access, workspace, params, body: { platformId, commissionTiers } }) => {
      if (platformId !== params.id) {
        await getPlatform({ workspaceId: workspace.id, platformId: params.id });
        throw new Invalid([{ field: "platformId", message: messages.platforms.otherPlatform }]);
      }
      const platform = await replaceTiers({ access, platformId, tiers: commissionTiers });
      return { platform: presentPlatform(platform) };
    },
  }),
);

export const loader = handle;
export const action = handle;
