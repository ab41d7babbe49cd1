import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { presentPostbackSettings } from "#app/presenters/postback.ts";
import { PostbackParams, PostbackSettingsResponse } from "#app/schemas/postbacks.ts";
import { describeAddress } from "#app/services/postbacks/describe-address.server.ts";
import { rotatePostbackAddress } from "#app/services/postbacks/manage-postbacks.server.ts";

const handle = endpoint(
  post({
    path: "/api/affiliate/{platformId}/postback/rotate",
    summary: "Give a broker another postback address",
    description: "The address before is taken for 24 hours more. Closed to API keys.",
    auth: "user",
    action: "workspace:write",
    memberAction: "brokers:write",
    params: PostbackParams,
    response: PostbackSettingsResponse,
    errors: { 404: ["not_found"] },
    run: async ({ access, workspace, params: { platformId } }) => {
      const address = await rotatePostbackAddress({ access, platformId });
      const broker = { workspaceId: workspace.id, platformId };
      return presentPostbackSettings(
        await describeAddress(address, broker, { isShown: true, hasExamples: true }),
      );
    },
  }),
);

export const loader = handle;
export const action = handle;
