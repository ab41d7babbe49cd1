import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { PublicFormResponse } from "#app/schemas/opt-in.ts";
import { SlugParams } from "#app/schemas/shared/params.ts";
import { getLiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";

const handle = endpoint(
  get({
    path: "/api/optin-settings/{slug}",
    summary: "What a public form shows",
    description:
      "What GET /api/optin/{slug} returns, without a form token. An inactive form is a 404. Pages of any origin may call it.",
    auth: "public",
    isCrossOrigin: true,
    params: SlugParams,
    maxAge: 5,
    response: PublicFormResponse,
    errors: { 404: ["not_found"] },
    run: async ({ params }) => (await getLiveForm(params.slug)).page,
  }),
);

export const loader = handle;
export const action = handle;
