import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { HealthResponse } from "#app/schemas/contact.ts";
import { checkContactHealth } from "#app/services/contact/contact-health.server.ts";

const handle = endpoint(
  get({
    path: "/api/contact/health",
    summary: "Whether messages can be handed to the mail server",
    auth: "public",
    response: HealthResponse,
    run: async () => {
      await checkContactHealth();
      return { status: "ok" as const };
    },
  }),
);

export const loader = handle;
export const action = handle;
