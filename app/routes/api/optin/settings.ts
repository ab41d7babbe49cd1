import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { presentFormSettings } from "#app/presenters/form-settings.ts";
import { OwnSettingsResponse } from "#app/schemas/form-settings.ts";
import { findOwnForm } from "#app/services/form-settings/own-forms.server.ts";

const handle = endpoint(
  get({
    path: "/api/optin/settings",
    summary: "The settings of your form, as GET /api/optin-settings",
    description: "Another address of the same call.",
    operationId: "getOwnOptinSettings",
    auth: "user",
    action: "settings:read",
    response: OwnSettingsResponse,
    run: async ({ workspace }) => {
      const own = await findOwnForm(workspace.id);
      return { settings: own && presentFormSettings(own) };
    },
  }),
);

export const loader = handle;
export const action = handle;
