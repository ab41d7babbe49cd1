import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { LogoResponse } from "#app/schemas/form-settings.ts";
import { LOGO_MAX_BYTES } from "#app/schemas/shared/limits.ts";
import { uploadLogo } from "#app/services/form-settings/logos.server.ts";

const handle = endpoint(
  post({
    path: "/api/optin-settings/upload-logo",
    summary: "Upload a PNG, JPEG or WebP picture; name its url as `logo` to show it",
    description:
      "Judged by its content, not by its name. The picture is re-encoded without its metadata, at most 512 pixels wide and high.",
    auth: "user",
    action: "settings:write",
    upload: { field: "logo", maxBytes: LOGO_MAX_BYTES },
    response: LogoResponse,
    run: async ({ access, file }) => ({ url: await uploadLogo({ access, file }) }),
  }),
);

export const loader = handle;
export const action = handle;
