import { endpoint, get, post } from "#app/http/endpoint.server.ts";
import { presentPlatform } from "#app/presenters/platform.ts";
import { OnePlatformAnswer, PlatformInput, PlatformsAnswer } from "#app/schemas/platforms.ts";
import { createPlatform } from "#app/services/platforms/change-platforms.server.ts";
import { listPlatforms } from "#app/services/platforms/list-platforms.server.ts";

const path = "/api/affiliate/platforms";

const handle = endpoint(
  get({
    path,
    summary: "The owner's platforms in their order",
    auth: "user",
    scope: "platforms:read",
    answer: PlatformsAnswer,
    run: async ({ user }) => ({ platforms: (await listPlatforms(user.id)).map(presentPlatform) }),
  }),
  post({
    path,
    summary: "Make a platform; the first becomes the default",
    auth: "user",
    scope: "platforms:write",
    body: PlatformInput,
    answer: OnePlatformAnswer,
    status: 201,
    refuses: { 409: "name_taken, too_many_platforms" },
    run: async ({ user, body }) => ({
      platform: presentPlatform(await createPlatform({ ownerId: user.id, input: body })),
    }),
  }),
);

export const loader = handle;
export const action = handle;
