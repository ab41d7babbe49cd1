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
    auth: "user",
    scope: "platforms:read",
    response: PlatformsResponse,
    run: async ({ user }) => ({ platforms: (await listPlatforms(user.id)).map(presentPlatform) }),
  }),
  post({
    path,
    summary: "Make a platform; the first becomes the default",
    auth: "user",
    scope: "platforms:write",
    body: PlatformInput,
    response: OnePlatformResponse,
    status: 201,
    errors: { 409: ["name_taken", "too_many_platforms"] },
    run: async ({ user, body }) => ({
      platform: presentPlatform(await createPlatform({ ownerId: user.id, input: body })),
    }),
  }),
);

export const loader = handle;
export const action = handle;
