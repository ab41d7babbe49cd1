import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { omitUnchanged } from "#app/http/forms/omit-unchanged.ts";
import { receiveForm } from "#app/http/forms/receive-form.server.ts";
import { type DomainError, Invalid } from "#app/lib/errors.ts";
import { STATEMENT_FILES_MAX, STATEMENT_MAX_BYTES } from "#app/lib/statements.ts";
import { paths } from "#app/paths.ts";
import { presentSpendFile } from "#app/presenters/spend-file.ts";
import { spendFileFormFailures, spendFormFailures } from "#app/schemas/form-failures.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { SpendForm } from "#app/schemas/spend.ts";
import { SpendFileForm } from "#app/schemas/spend-files.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { addSpend } from "#app/services/spend/add-spend.server.ts";
import { answerSpendFile } from "#app/services/spend/answer-spend.server.ts";
import { deleteSpendImport, getSpendImport } from "#app/services/spend/spend-imports.server.ts";
import { uploadSpendFiles } from "#app/services/spend/upload-spend.server.ts";
import type { StoredFile } from "#app/services/uploads/uploads.server.ts";

const sentences = messages.spend;
const LIMITS = { field: "file", maxBytes: STATEMENT_MAX_BYTES, filesMax: STATEMENT_FILES_MAX };

const success = (to: string, message: string) => redirectWithFlash(to, { kind: "success", message });

/** The forms of the page of spend: files, amounts by hand, and the deletion of both. */
export function handleSpendForm(request: Request, member: Member) {
  return receiveForm(
    request,
    { member, limits: LIMITS, intent: "upload", failed: sentences.uploadFailed },
    (received) => handleFields(request, member, received),
  );
}

type Received = { files: StoredFile[]; fields: URLSearchParams; refused: DomainError | null };

function handleFields(request: Request, member: Member, { files, fields, refused }: Received) {
  const { access } = member;
  const query = new URL(request.url).searchParams;
  // The sheet of the form is closed.
  query.delete("add");
  const back = paths.spend() + (query.size > 0 ? `?${query}` : "");
  return handleForm(fields, member, SpendForm, {
    upload: {
      failed: spendFormFailures.upload,
      async onValid() {
        if (refused) throw refused;
        if (files.length === 0) throw new Invalid([{ field: "file", message: sentences.fileRequired }]);
        const { uploaded } = await uploadSpendFiles({ access, files });
        const [first, ...others] = uploaded;
        if (first && others.length === 0)
          return success(paths.spendFile(first), first.isNew ? sentences.uploaded : sentences.uploadedBefore);
        const count = uploaded.filter(({ isNew }) => isNew).length;
        return success(back, sentences.uploadedMany(count, uploaded.length));
      },
    },
    add: {
      failed: spendFormFailures.add,
      async onValid({ intent: _intent, ...spend }) {
        await addSpend({ access, spend });
        return success(back, sentences.added);
      },
    },
    delete: {
      failed: spendFormFailures.delete,
      async onValid({ importId }) {
        await deleteSpendImport({ access, importId });
        return success(back, sentences.deleted);
      },
    },
  });
}

/** The forms of a file's page: how it is read, and its deletion. */
export function handleSpendFileForm(request: Request, member: Member, importId: string) {
  const { access, workspace } = member;
  return handleForm(request, member, SpendFileForm, {
    read: {
      failed: spendFileFormFailures.read,
      async onValid({ intent: _intent, seen, meanings, from, to, ...given }) {
        const columns = meanings.map((meaning, index) => ({ index, meaning }));
        const found = await getSpendImport({ workspaceId: workspace.id, importId });
        const { sheet, reading, questions } = presentSpendFile(found);
        const answers = omitUnchanged(
          { ...given, ...(from && to ? { period: { from, to } } : {}) },
          { sheet, ...reading },
          questions,
        );
        // The columns on the page are those of the sheet that was read.
        const hasColumns = columns.length > 0 && answers.sheet === undefined;
        await answerSpendFile({
          access,
          importId,
          seen,
          answers: { ...answers, ...(hasColumns ? { columns } : {}) },
        });
        return success(paths.spendFile({ id: importId }), sentences.read);
      },
    },
    delete: {
      failed: spendFileFormFailures.delete,
      async onValid() {
        await deleteSpendImport({ access, importId });
        return success(paths.spend(), sentences.deleted);
      },
    },
  });
}
