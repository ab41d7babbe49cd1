import { requireMember } from "#app/http/auth/guards.server.ts";
import { sendFile } from "#app/http/file-response.server.ts";
import { page } from "#app/http/page.server.ts";
import { SPEND_TEMPLATE } from "#app/services/spend/reading/spend-template.ts";

/** A file to fill in for spend of which there is no export. */
export const loader = page(requireMember("spend:read"), async (args) =>
  sendFile({ name: "spend.csv", type: "text/csv; charset=utf-8", parts: [SPEND_TEMPLATE] }, args),
);
