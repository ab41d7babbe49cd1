import { requireMember } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { sendFile } from "#app/http/file-response.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { uploadLimits } from "#app/http/limits/limits.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { SampleStatementForm } from "#app/schemas/statements.ts";
import { getSampleStatement } from "#app/services/sample-statements/sample-statements.server.ts";
import { uploadStatement } from "#app/services/statements/upload-statement.server.ts";

/** The ready statement of a broker of the demo, as a file. */
export const loader = page(
  requireMember("statements:read"),
  async ({ params: { platformId = "" }, member: { workspace }, ...args }) => {
    const { content, ...file } = await getSampleStatement({ workspaceId: workspace.id, platformId });
    return sendFile({ ...file, parts: [content] }, args);
  },
);

/** Uploads it. The browser posts the form itself: the page of all statements says what went wrong. */
export const action = page(
  requireMember("statements:write"),
  async ({ request, params: { platformId = "" }, member, context }) => {
    const { access, workspace } = member;
    const reply = await handleForm(request, member, SampleStatementForm, {
      sample: {
        failure: messages.statements.uploadFailed,
        limits: uploadLimits(context.clientAddress, workspace.id),
        async onValid() {
          const { name, content } = await getSampleStatement({ workspaceId: workspace.id, platformId });
          const { id, isNew } = await uploadStatement({
            access,
            platformId,
            file: content,
            fileName: name,
          });
          return redirectWithFlash(paths.statement({ id }), {
            kind: "success",
            message: isNew ? messages.statements.uploaded : messages.statements.uploadedBefore,
          });
        },
      },
    });
    if (reply instanceof Response) return reply;
    const message = Object.values(reply.data.error ?? {})
      .flatMap((errors) => errors ?? [])
      .join(" ");
    return redirectWithFlash(paths.statements(), { kind: "error", message });
  },
);
