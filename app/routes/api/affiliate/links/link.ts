import { del, endpoint, patch } from "#app/http/api/endpoint.server.ts";
import { presentBrokerLink } from "#app/presenters/broker-link.ts";
import { BrokerLinkChange, BrokerLinkParams, OneBrokerLinkResponse } from "#app/schemas/broker-links.ts";
import { isProven } from "#app/services/auth/sessions/sessions.server.ts";
import { brokerLinkAddress } from "#app/services/broker-links/link-address.server.ts";
import { getBrokerLink } from "#app/services/broker-links/list-links.server.ts";
import { updateBrokerLink } from "#app/services/broker-links/manage-links.server.ts";

const path = "/api/affiliate/{platformId}/links/{id}";

const handle = endpoint(
  patch({
    path,
    summary: "Change a broker's link, archive it or restore it",
    description:
      "The address that people are given stays. Another `url` needs a password or provider sign-in of the last 15 minutes, and is told to the owners by email.",
    auth: "user",
    action: "brokers:write",
    params: BrokerLinkParams,
    body: BrokerLinkChange,
    example: { name: "Spain, December offer", parameter: "sub_id" },
    response: OneBrokerLinkResponse,
    errors: { 403: ["reauthentication_required"], 404: ["not_found"], 409: ["too_many_links"] },
    run: async ({ access, workspace, session, params: { platformId, id }, body }) => {
      await updateBrokerLink({ access, platformId, linkId: id, input: body, isProven: isProven(session) });
      const link = await getBrokerLink({ workspaceId: workspace.id, platformId }, id);
      return { link: presentBrokerLink(link, brokerLinkAddress) };
    },
  }),
  del({
    path,
    summary: "Archive a broker's link",
    description: "Its address is a 404. What came by it stays, and it can be restored.",
    auth: "user",
    action: "brokers:write",
    params: BrokerLinkParams,
    status: 204,
    errors: { 404: ["not_found"] },
    run: async ({ access, session, params: { platformId, id } }) => {
      const input = { isArchived: true };
      await updateBrokerLink({ access, platformId, linkId: id, input, isProven: isProven(session) });
    },
  }),
);

export const loader = handle;
export const action = handle;
