import { del, endpoint, patch } from "#app/http/api/endpoint.server.ts";
import { presentPlatform } from "#app/presenters/platform.ts";
import { OnePlatformResponse, PlatformChange } from "#app/schemas/platforms.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { deletePlatform } from "#app/services/platforms/delete-platform.server.ts";
import { updatePlatform } from "#app/services/platforms/manage-platforms.server.ts";

const path = "/api/affiliate/platforms/{id}";

const handle = endpoint(
  patch({
    path,
    summary: "Change a platform's name, icon, limit of amounts or account number",
    description: "Submissions keep the name that their visitor chose.",
    auth: "user",
    action: "platforms:write",
    params: idParams("platform"),
    body: PlatformChange,
    example: { name: "Halden Markets", amountLimit: { amount: "50000", currency: "EUR" } },
    response: OnePlatformResponse,
    errors: { 404: ["not_found"], 409: ["name_taken"] },
    run: async ({ access, params, body }) => ({
      platform: presentPlatform(await updatePlatform({ access, platformId: params.id, input: body })),
    }),
  }),
  del({
    path,
    summary: "Delete a platform; one with submissions is archived",
    description:
      "An archived platform leaves all lists, its name is free again, and its submissions keep what they earned. If it was the default, the next active one in the owner's order becomes it.",
    auth: "user",
    action: "platforms:write",
    params: idParams("platform"),
    status: 204,
    errors: { 404: ["not_found"] },
    run: ({ access, params }) => deletePlatform({ access, platformId: params.id }),
  }),
);

export const loader = handle;
export const action = handle;
