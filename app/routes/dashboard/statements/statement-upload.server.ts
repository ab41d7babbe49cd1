import { data } from "@remix-run/node";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { readBytes, TooLarge } from "#app/http/forms/read-body.server.ts";
import { readForm } from "#app/http/forms/read-form.server.ts";
import { isMultipart, readUpload } from "#app/http/forms/read-upload.server.ts";
import { uploadLimit } from "#app/http/limits/limits.server.ts";
import { getContext } from "#app/http/request-context.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import type { FormReply } from "#app/lib/form-reply.ts";
import { STATEMENT_MAX_BYTES } from "#app/lib/statements.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { StatementsForm } from "#app/schemas/statements.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { uploadStatement } from "#app/services/statements/upload-statement.server.ts";

const sentences = messages.statements;

/** Takes a file, or rows that were copied from a spreadsheet, and leads to its page. */
export async function handleUpload(request: Request, member: Member) {
  const contentType = request.headers.get("content-type");
  // Without a file a form is not multipart in every client.
  if (!isMultipart(contentType))
    return handleFields(member, { file: Buffer.alloc(0), fileName: "", fields: await readForm(request) });
  const body = (maxBytes: number) => readBytes(request, maxBytes);
  const upload = await readUpload(
    { contentType, body },
    { field: "file", maxBytes: STATEMENT_MAX_BYTES },
  ).catch((error: unknown) => {
    if (error instanceof TooLarge) return error;
    throw error;
  });
  return upload instanceof TooLarge ? refuse(upload) : handleFields(member, upload);
}

type Upload = { file: Buffer; fileName: string; fields: URLSearchParams };

function handleFields(member: Member, { file, fileName, fields }: Upload) {
  return handleForm(fields, member, StatementsForm, {
    upload: {
      failed: sentences.uploadFailed,
      limits: [uploadLimit(member.workspace.id)],
      async onValid({ platformId, pasted }) {
        const isFile = file.length > 0;
        if (!isFile && pasted === undefined)
          throw new Invalid([{ field: "file", message: sentences.fileRequired }]);
        const { id, isNew } = await uploadStatement({
          access: member.access,
          platformId,
          file: isFile ? file : Buffer.from(pasted ?? ""),
          fileName: isFile ? fileName : "Pasted rows",
        });
        return redirectWithFlash(paths.statement({ id }), {
          kind: "success",
          message: isNew ? sentences.uploaded : sentences.uploadedBefore,
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
