import { endpoint, patch } from "#app/http/api/endpoint.server.ts";
import { presentPlatform } from "#app/presenters/platform.ts";
import { OnePlatformResponse, PlatformStatusInput } from "#app/schemas/platforms.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { setPlatformStatus } from "#app/services/platforms/manage-platforms.server.ts";

const handle = endpoint(
  patch({
    path: "/api/affiliate/platforms/{id}/status",
    summary: "Switch a platform on or off",
    description:
      "An inactive platform stays in the owner's list and is not offered to visitors. The default cannot be switched off.",
    auth: "user",
    action: "platforms:write",
    params: idParams("platform"),
    body: PlatformStatusInput,
    example: { isActive: true },
    response: OnePlatformResponse,
    errors: { 404: ["not_found"], 409: ["default_platform"] },
    run: async ({ access, params, body: { isActive } }) => ({
      platform: presentPlatform(await setPlatformStatus({ access, platformId: params.id, isActive })),
    }),
  }),
);

export const loader = handle;
export const action = handle;
