import { data } from "@remix-run/node";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { TooLarge } from "#app/http/forms/read-body.server.ts";
import { readForm } from "#app/http/forms/read-form.server.ts";
import { isMultipart } from "#app/http/forms/read-upload.server.ts";
import { receiveFiles } from "#app/http/forms/receive-files.server.ts";
import { uploadLimit } from "#app/http/limits/limits.server.ts";
import { getContext } from "#app/http/request-context.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import type { FormReply } from "#app/lib/form-reply.ts";
import { STATEMENT_FILES_MAX, STATEMENT_MAX_BYTES } from "#app/lib/statements.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { StatementsForm } from "#app/schemas/statements.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { uploadStatement, uploadStatements } from "#app/services/statements/upload-statement.server.ts";
import type { StoredFile } from "#app/services/uploads/uploads.server.ts";

const sentences = messages.statements;
const LIMITS = { field: "file", maxBytes: STATEMENT_MAX_BYTES, filesMax: STATEMENT_FILES_MAX };

/** Takes files, or rows that were copied from a spreadsheet, and leads to their page. */
export async function handleUpload(request: Request, member: Member) {
  const header = (name: string) => request.headers.get(name);
  const contentType = header("content-type");
  // Without a file a form is not multipart in every client.
  if (!isMultipart(contentType)) return handleFields(member, { files: [], fields: await readForm(request) });
  const sent = { contentType, contentLength: header("content-length"), body: request.body };
  const upload = await receiveFiles(sent, LIMITS, member.workspace.id).catch((error: unknown) => {
    if (error instanceof TooLarge) return error;
    throw error;
  });
  return upload instanceof TooLarge ? refuse(upload) : handleFields(member, upload);
}

type Upload = { files: StoredFile[]; fields: URLSearchParams };

function handleFields(member: Member, { files, fields }: Upload) {
  const { access, workspace } = member;
  return handleForm(fields, member, StatementsForm, {
    upload: {
      failed: sentences.uploadFailed,
      limits: [uploadLimit(workspace.id)],
      async onValid({ platformId, pasted }) {
        if (files.length === 0 && pasted === undefined)
          throw new Invalid([{ field: "file", message: sentences.fileRequired }]);
        const uploaded =
          files.length > 0
            ? (await uploadStatements({ access, platformId, files })).uploaded
            : [
                await uploadStatement({
                  ...{ access, platformId },
                  ...{ file: Buffer.from(pasted ?? ""), fileName: "Pasted rows" },
                }),
              ];
        const [first] = uploaded;
        if (uploaded.length === 1 && first)
          return redirectWithFlash(paths.statement({ id: first.id }), {
            kind: "success",
            message: first.isNew ? sentences.uploaded : sentences.uploadedBefore,
          });
        return redirectWithFlash(paths.statements(), {
          kind: "success",
          message: sentences.uploadedMany(uploaded.filter(({ isNew }) => isNew).length, uploaded.length),
        });
      },
    },
  });
}

/** A body that was not read to its end has no fields to give back. */
function refuse({ status, message }: TooLarge) {
  const reply: FormReply<"upload"> = {
    status: "error",
    error: { file: [message] },
    form: "upload",
    failed: sentences.uploadFailed,
    requestId: getContext().requestId,
  };
  return data(reply, { status });
}
