import { endpoint, get, post } from "#app/http/api/endpoint.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { presentLinkFor } from "#app/presenters/link.ts";
import { LinkInput, LinksQuery, LinksResponse, OneLinkResponse } from "#app/schemas/links.ts";
import { findOwnForm } from "#app/services/form-settings/own-forms.server.ts";
import { getLink, listLinks } from "#app/services/links/links.server.ts";
import { createLink } from "#app/services/links/manage-links.server.ts";
import { formUrl } from "#app/services/opt-in-forms/form-url.server.ts";

const path = "/api/links";

const handle = endpoint(
  get({
    path,
    summary: "The named links of the forms, with their views, claims and truth rate",
    description:
      "A claim counts for the link that its visitor came by, also when the visitor comes back later without it. The counts are of all time, and null for a key without `stats:read`.",
    auth: "user",
    action: "settings:read",
    query: LinksQuery,
    response: LinksResponse,
    run: async ({ workspace, allows, query }) => ({
      links: (await listLinks(workspace, query)).map((link) => presentLinkFor(allows, link, formUrl)),
    }),
  }),
  post({
    path,
    summary: "Create a named link to a form",
    description:
      "Its address is the form's with `l` and the campaign parameters that are set. A workspace has at most 200 links that are not archived.",
    auth: "user",
    action: "settings:write",
    body: LinkInput,
    example: { label: "Story of 3 November", name: "ig-story-3", source: "instagram", medium: "social" },
    response: OneLinkResponse,
    status: 201,
    errors: { 404: ["not_found"], 409: ["name_taken", "too_many_links"] },
    run: async ({ access, allows, workspace, body: { formId, ...input } }) => {
      const id = formId ?? (await findOwnForm(workspace.id))?.form.id;
      if (id === undefined) throw new NotFound("Form");
      const link = await createLink({ access, formId: id, input });
      return { link: presentLinkFor(allows, await getLink(workspace, link.id), formUrl) };
    },
  }),
);

export const loader = handle;
export const action = handle;
