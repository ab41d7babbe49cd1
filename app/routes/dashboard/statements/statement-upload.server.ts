import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { receiveForm } from "#app/http/forms/receive-form.server.ts";
import { type DomainError, Invalid } from "#app/lib/errors.ts";
import { STATEMENT_FILES_MAX, STATEMENT_MAX_BYTES } from "#app/lib/statements.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { StatementsForm } from "#app/schemas/statements.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import {
  assertOwnBroker,
  uploadStatement,
  uploadStatements,
} from "#app/services/statements/upload-statement.server.ts";
import type { StoredFile } from "#app/services/uploads/uploads.server.ts";

const sentences = messages.statements;
const LIMITS = { field: "file", maxBytes: STATEMENT_MAX_BYTES, filesMax: STATEMENT_FILES_MAX };

/** Takes files, or rows that were copied from a spreadsheet, and leads to their page. */
export function handleUpload(request: Request, member: Member) {
  const judge = async (fields: URLSearchParams) => {
    const platformId = fields.get("platformId");
    if (platformId !== null) await assertOwnBroker({ workspaceId: member.workspace.id, platformId });
  };
  return receiveForm(
    request,
    { member, limits: LIMITS, intent: "upload", failed: sentences.uploadFailed, judge },
    (received) => handleFields(member, received),
  );
}

type Upload = { files: StoredFile[]; fields: URLSearchParams; refused: DomainError | null };

function handleFields(member: Member, { files, fields, refused }: Upload) {
  const { access } = member;
  return handleForm(fields, member, StatementsForm, {
    upload: {
      failed: sentences.uploadFailed,
      async onValid({ platformId, pasted }) {
        if (refused) throw refused;
        if (files.length === 0 && pasted === undefined)
          throw new Invalid([{ field: "file", message: sentences.fileRequired }]);
        const uploaded =
          files.length > 0
            ? (await uploadStatements({ access, platformId, files })).uploaded
            : [
                await uploadStatement({
                  access,
                  platformId,
                  file: Buffer.from(pasted ?? ""),
                  fileName: "Pasted rows",
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
