import { requireMember } from "#app/http/auth/guards.server.ts";
import { sendFile } from "#app/http/file-response.server.ts";
import { page } from "#app/http/page.server.ts";
import { openListExport } from "#app/services/list-exports/list-exports.server.ts";

/** The file of an export that was written in the background. */
export const loader = page(
  requireMember("submissions:export"),
  async ({ params: { exportId = "" }, member: { user, workspace }, ...args }) =>
    sendFile(await openListExport({ workspace, userId: user.id, exportId }), args),
);
