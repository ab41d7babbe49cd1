import { createReadableStreamFromReadable } from "@remix-run/node";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { openListExport } from "#app/services/list-exports/list-exports.server.ts";

/** The file of an export that was written in the background. */
export const loader = page(requireMember("submissions:export"), async ({ params, member }) => {
  const { user, workspace } = member;
  const exportId = params.exportId ?? "";
  const { name, type, content } = await openListExport({ workspace, userId: user.id, exportId });
  return new Response(createReadableStreamFromReadable(content), {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "private, no-store, no-transform",
    },
  });
});
