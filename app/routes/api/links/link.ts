import { del, endpoint, patch } from "#app/http/api/endpoint.server.ts";
import { presentLinkFor } from "#app/presenters/link.ts";
import { LinkChange, OneLinkResponse } from "#app/schemas/links.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { getLink } from "#app/services/links/links.server.ts";
import { deleteLink, updateLink } from "#app/services/links/manage-links.server.ts";
import { formUrl } from "#app/services/opt-in-forms/form-url.server.ts";

const path = "/api/links/{id}";

const handle = endpoint(
  patch({
    path,
    summary: "Rename a named link, archive it or restore it",
    description:
      "Its address stays, because it may have been posted. An archived link still leads to the form.",
    auth: "user",
    action: "settings:write",
    params: idParams("link"),
    body: LinkChange,
    example: { label: "Story of 3 November", isArchived: true },
    response: OneLinkResponse,
    errors: { 404: ["not_found"], 409: ["too_many_links"] },
    run: async ({ access, allows, workspace, params, body }) => {
      await updateLink({ access, linkId: params.id, input: body });
      return { link: presentLinkFor(allows, await getLink(workspace, params.id), formUrl) };
    },
  }),
  del({
    path,
    summary: "Delete a named link; one with claims is archived",
    description:
      "The address of a deleted link still leads to the form. Its name is free again, an archived one's is not.",
    auth: "user",
    action: "settings:write",
    params: idParams("link"),
    status: 204,
    errors: { 404: ["not_found"] },
    run: async ({ access, params }) => {
      await deleteLink({ access, linkId: params.id });
    },
  }),
);

export const loader = handle;
export const action = handle;
