import { z } from "zod";
import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { presentPublicPlatform } from "#app/presenters/platform.ts";
import { PublicPlatformResponse, PublicPlatformsQuery } from "#app/schemas/platforms.ts";
import { listPublicPlatforms } from "#app/services/platforms/list-platforms.server.ts";

const MAX_AGE_SECONDS = 60;

const handle = endpoint(
  get({
    path: "/api/affiliate/public/platforms",
    summary: "The active ones among the platforms you name",
    description:
      "For your own form: name and icon of the platforms that visitors choose from. Unknown, inactive and archived ids are left out. Pages of any origin may call it.",
    auth: "public",
    isCrossOrigin: true,
    maxAge: MAX_AGE_SECONDS,
    query: PublicPlatformsQuery,
    response: z.object({ platforms: z.array(PublicPlatformResponse) }),
    run: async ({ query }) => ({
      platforms: (await listPublicPlatforms(query.ids)).map(presentPublicPlatform),
    }),
  }),
);

export const loader = handle;
export const action = handle;
