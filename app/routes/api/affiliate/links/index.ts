import { endpoint, get, post } from "#app/http/api/endpoint.server.ts";
import { presentBrokerLink } from "#app/presenters/broker-link.ts";
import {
  BrokerLinkInput,
  BrokerLinksResponse,
  BrokerParams,
  OneBrokerLinkResponse,
} from "#app/schemas/broker-links.ts";
import { brokerLinkAddress } from "#app/services/broker-links/link-address.server.ts";
import { getBrokerLink, listBrokerLinks } from "#app/services/broker-links/list-links.server.ts";
import { createBrokerLink } from "#app/services/broker-links/manage-links.server.ts";

const path = "/api/affiliate/{platformId}/links";

const handle = endpoint(
  get({
    path,
    summary: "A broker's links, with their clicks, claims and deposits",
    description:
      "Each leads to an address of the broker with a click id of ours, which the broker's files and postbacks name again. Archived links come last.",
    auth: "user",
    action: "brokers:write",
    memberAction: "brokers:read",
    params: BrokerParams,
    response: BrokerLinksResponse,
    errors: { 404: ["not_found"] },
    run: async ({ workspace, params: { platformId } }) => ({
      links: (await listBrokerLinks({ workspaceId: workspace.id, platformId })).map((link) =>
        presentBrokerLink(link, brokerLinkAddress),
      ),
    }),
  }),
  post({
    path,
    summary: "Create a link to a broker",
    description:
      "The response has the address that people are given. Where nobody knows the host of `url`, a page names it before the link leads there, until an administrator has allowed it. A broker has at most 200 links that are not archived.",
    auth: "user",
    action: "brokers:write",
    params: BrokerParams,
    body: BrokerLinkInput,
    example: {
      name: "Spain, November offer",
      url: "https://one.exnesslink.com/a/casairia",
      parameter: "sub_id",
      countries: { except: ["US"] },
      reason: "This broker takes no clients from your country.",
    },
    response: OneBrokerLinkResponse,
    status: 201,
    errors: { 404: ["not_found"], 409: ["too_many_links"] },
    run: async ({ access, workspace, params: { platformId }, body }) => {
      const { id } = await createBrokerLink({ access, platformId, input: body });
      const link = await getBrokerLink({ workspaceId: workspace.id, platformId }, id);
      return { link: presentBrokerLink(link, brokerLinkAddress) };
    },
  }),
);

export const loader = handle;
export const action = handle;
