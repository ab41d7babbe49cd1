import { endpoint, get, patch } from "#app/http/api/endpoint.server.ts";
import { ADMIN_ROLES } from "#app/lib/domain.ts";
import { LinkHostInput, LinkHostsResponse, OneLinkHostResponse } from "#app/schemas/broker-links.ts";
import { changeLinkHost, listLinkHosts } from "#app/services/admin/link-hosts.server.ts";

const path = "/api/admin/link-hosts";

const handle = endpoint(
  get({
    path,
    summary: "The hosts that brokers' links lead to, of the whole installation",
    description: "Those to decide first. Hosts of known brokers are allowed unless they are stopped.",
    auth: "user",
    roles: ADMIN_ROLES,
    response: LinkHostsResponse,
    run: async () => ({ hosts: await listLinkHosts() }),
  }),
  patch({
    path,
    summary: "Allow a host for all brokers' links, stop it, or have people asked",
    description: "It holds at once, for all workspaces. The change is written to the audit log.",
    auth: "user",
    roles: ADMIN_ROLES,
    body: LinkHostInput,
    example: { host: "partner.halden.example", state: "allowed" },
    response: OneLinkHostResponse,
    run: async ({ user, body, request }) => {
      const actor = { user, ip: request.clientAddress || null };
      return { host: await changeLinkHost({ actor, ...body }) };
    },
  }),
);

export const loader = handle;
export const action = handle;
