import { endpoint, patch } from "#app/http/api/endpoint.server.ts";
import { presentPlatform } from "#app/presenters/platform.ts";
import { OrderInput, PlatformsResponse } from "#app/schemas/platforms.ts";
import { listPlatforms } from "#app/services/platforms/list-platforms.server.ts";
import { reorderPlatforms } from "#app/services/platforms/order-platforms.server.ts";

const handle = endpoint(
  patch({
    path: "/api/affiliate/platforms/reorder",
    summary: "Put the platforms in an order: each of the owner's ids once",
    description:
      "A list that lacks one of the workspace's platforms or names another is a 400, and nothing changes.",
    auth: "user",
    action: "platforms:write",
    body: OrderInput,
    example: { orderedIds: ["01a1f7c2-5c1e-7b5a-9d0e-3f6a2b8c4d10"] },
    response: PlatformsResponse,
    run: async ({ access, workspace, body }) => {
      await reorderPlatforms({ access, orderedIds: body.orderedIds });
      return { platforms: (await listPlatforms(workspace.id)).map(presentPlatform) };
    },
  }),
);

export const loader = handle;
export const action = handle;
