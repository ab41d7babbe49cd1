import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { createMask, presentPostback, seesCalls } from "#app/presenters/postback.ts";
import { PostbackParams, PostbackQuery, PostbacksResponse } from "#app/schemas/postbacks.ts";
import { listPostbacks } from "#app/services/postbacks/list-postbacks.server.ts";
import { findPostbackAddress } from "#app/services/postbacks/manage-postbacks.server.ts";
import { readFields } from "#app/services/postbacks/settings.server.ts";

const handle = endpoint(
  get({
    path: "/api/affiliate/{platformId}/postbacks",
    summary: "What a broker called back, with what came of it",
    description:
      "Of the last 30 days, the newest first. Refused calls are counted only. Viewers, and keys without `submissions:read`, see no values that may name a person.",
    auth: "user",
    action: "brokers:write",
    memberAction: "brokers:read",
    params: PostbackParams,
    query: PostbackQuery,
    response: PostbacksResponse,
    errors: { 404: ["not_found"] },
    run: async ({ workspace, params: { platformId }, query: { cursor }, allows }) => {
      const broker = { workspaceId: workspace.id, platformId };
      const address = await findPostbackAddress(broker);
      const { postbacks, nextCursor } = await listPostbacks(broker, { cursor });
      const mask = seesCalls(allows) ? null : createMask(address ? readFields(address) : []);
      return { postbacks: postbacks.map((one) => presentPostback(one, mask)), nextCursor };
    },
  }),
);

export const loader = handle;
export const action = handle;
