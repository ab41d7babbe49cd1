import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { HealthResponse } from "#app/schemas/contact.ts";
import { checkContactHealth } from "#app/services/contact/contact-health.server.ts";

const handle = endpoint(
  get({
    path: "/api/contact/health",
    summary: "Whether messages can be handed to the mail server",
    description:
      "A 503 means that the mail server does not take messages now. POST /api/contact/submit keeps them in the meantime.",
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
