import { endpoint, get, post } from "#app/http/api/endpoint.server.ts";
import { presentPlatform } from "#app/presenters/platform.ts";
import { OnePlatformResponse, PlatformInput, PlatformsResponse } from "#app/schemas/platforms.ts";
import { listPlatforms } from "#app/services/platforms/list-platforms.server.ts";
import { createPlatform } from "#app/services/platforms/manage-platforms.server.ts";

const path = "/api/affiliate/platforms";

const handle = endpoint(
  get({
    path,
    summary: "The owner's platforms in their order",
    description: "Inactive platforms are in the list, archived ones are not.",
    auth: "user",
    action: "platforms:read",
    response: PlatformsResponse,
    run: async ({ workspace }) => ({ platforms: (await listPlatforms(workspace.id)).map(presentPlatform) }),
  }),
  post({
    path,
    summary: "Create a platform, which joins the form; the first becomes the default",
    description:
      "Its name is unique in the workspace, whatever its case. Tiers can be sent along or set later.",
    auth: "user",
    action: "platforms:write",
    body: PlatformInput,
    example: {
      name: "Halden FX",
      icon: "ChartLine",
      commissionTiers: [
        {
          name: "Silver",
          minAmount: "0",
          maxAmount: "9999.99",
          type: "percentage",
          value: "20",
          currency: "EUR",
        },
        {
          name: "Gold",
          minAmount: "10000",
          maxAmount: null,
          type: "percentage",
          value: "25",
          currency: "EUR",
        },
      ],
    },
    response: OnePlatformResponse,
    status: 201,
    errors: { 409: ["name_taken", "too_many_platforms"] },
    run: async ({ access, body }) => ({
      platform: presentPlatform(await createPlatform({ access, input: body })),
    }),
  }),
);

export const loader = handle;
export const action = handle;
