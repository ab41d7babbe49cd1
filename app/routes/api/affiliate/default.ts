import { endpoint, patch } from "#app/http/api/endpoint.server.ts";
import { presentPlatform } from "#app/presenters/platform.ts";
import { PlatformsResponse } from "#app/schemas/platforms.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { setDefaultPlatform } from "#app/services/platforms/default-platform.server.ts";
import { listPlatforms } from "#app/services/platforms/list-platforms.server.ts";

const handle = endpoint(
  patch({
    path: "/api/affiliate/platforms/{id}/default",
    summary: "Make a platform the default; an inactive one becomes active",
    description:
      "A workspace with platforms has exactly one default, which the form has chosen when it opens. The one before stops being it.",
    auth: "user",
    action: "platforms:write",
    params: idParams("platform"),
    response: PlatformsResponse,
    errors: { 404: ["not_found"] },
    run: async ({ access, workspace, params }) => {
      await setDefaultPlatform({ access, platformId: params.id });
      return { platforms: (await listPlatforms(workspace.id)).map(presentPlatform) };
    },
  }),
);

export const loader = handle;
export const action = handle;
