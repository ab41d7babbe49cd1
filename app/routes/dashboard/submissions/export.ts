import { redirect } from "@remix-run/node";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { sendFile } from "#app/http/file-response.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { listExportLimit } from "#app/http/limits/limits.server.ts";
import { page } from "#app/http/page.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.server.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { ExportForm } from "#app/schemas/submission-forms.ts";
import { openList, startListExport } from "#app/services/list-exports/list-exports.server.ts";
import { findPlatformNames } from "#app/services/platforms/platform-names.server.ts";
import { assertFilterIds, readSubmissionsQuery } from "./read-query.server.ts";

const toList = (request: Request) =>
  safeRedirect(paths.submissions() + new URL(request.url).search, paths.submissions());

/** After signing in again. */
export const loader = page(requireMember("submissions:read"), async ({ request }) =>
  redirect(toList(request)),
);

/**
 * The list of the address as a file, at once or in the background. The browser posts the form itself, so the
 * page of the list says what went wrong.
 */
export const action = page(requireMember("submissions:export"), async ({ request, context, member }) => {
  const { access, workspace } = member;
  const back = toList(request);
  const reply = await handleForm(request, member, ExportForm, {
    export: {
      failure: messages.loading.submissions,
      limits: [listExportLimit(workspace.id)],
      async onValid({ format }) {
        const platforms = await findPlatformNames(workspace.id);
        const { searchParams } = new URL(request.url);
        assertFilterIds(searchParams);
        const { query } = await readSubmissionsQuery(searchParams, workspace, platforms);
        const started = await startListExport({ access, workspace, query, format });
        if (!started) return sendFile(await openList({ workspace, query, format }), { request, context });
        const message = `${formatNumber(started.total)} claims are being written to a file.`;
        return redirectWithFlash(back, { kind: "blank", message });
      },
    },
  });
  if (reply instanceof Response) return reply;
  const message = Object.values(reply.data.error ?? {})
    .flatMap((errors) => errors ?? [])
    .join(" ");
  return redirectWithFlash(back, { kind: "error", message });
});
