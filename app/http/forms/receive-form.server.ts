import { data } from "@remix-run/node";
import { uploadLimits } from "#app/http/limits/limits.server.ts";
import { getContext } from "#app/http/request-context.server.ts";
import { DomainError, Malformed } from "#app/lib/errors.ts";
import type { FormReply } from "#app/lib/form-reply.ts";
import { consume } from "#app/lib/rate-limiter.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { type StoredFile, withStoredFiles } from "#app/services/uploads/uploads.server.ts";
import { readForm } from "./read-form.server.ts";
import { isMultipart, type UploadField } from "./read-upload.server.ts";
import { receiveFiles } from "./receive-files.server.ts";
import { assertShownWorkspace } from "./shown-workspace.server.ts";

type ReceivedForm = {
  files: StoredFile[];
  fields: URLSearchParams;
  /** Why no file was taken: the form's handler throws it. */
  refused: DomainError | null;
};

type Receiving = {
  member: Member;
  limits: UploadField & { filesMax: number };
  /** The form of the page that has files. */
  intent: string;
  failed: string;
  /** Throws what refuses the files by the fields before them, apart from the form and its workspace. */
  judge?: (fields: URLSearchParams) => Promise<void>;
};

/**
 * Uses the fields of a page's form and its files, which end with it. Limits come before the first byte; the
 * reply to what is refused has the fields that came before the files.
 */
export async function receiveForm<Reply>(
  request: Request,
  { member, limits, intent, failed, judge }: Receiving,
  use: (form: ReceivedForm) => Promise<Reply>,
): Promise<Reply | ReturnType<typeof data<FormReply<string>>>> {
  const { workspace } = member;
  const { requestId, clientAddress } = getContext();
  const header = (name: string) => request.headers.get(name);
  const contentType = header("content-type");
  const count = () => consume(uploadLimits(clientAddress, workspace.id));
  // Without a file a form is not multipart in every client.
  if (!isMultipart(contentType)) {
    const fields = await readForm(request);
    const refused = fields.get("intent") === intent ? await refusalOf(count) : null;
    return use({ files: [], fields, refused });
  }
  const sendBack = ({ message, status, headers }: DomainError) => {
    const reply: FormReply<string> = {
      status: "error",
      error: { [limits.field]: [message] },
      form: intent,
      failed,
      requestId,
    };
    return data(reply, { status, headers });
  };
  const limited = await refusalOf(count);
  if (limited) return sendBack(limited);
  return withStoredFiles(workspace.id, async (store) => {
    const sent = { contentType, contentLength: header("content-length"), body: request.body };
    const fields = new URLSearchParams();
    let files: StoredFile[] = [];
    const refused = await refusalOf(async () => {
      files = await receiveFiles(sent, {
        ...limits,
        store,
        fields,
        async judge() {
          const sentIntent = fields.get("intent");
          if (sentIntent !== null && sentIntent !== intent)
            throw new Malformed(
              "unknown_intent",
              "This form takes no file. Please reload the page and try again.",
            );
          assertShownWorkspace(fields, workspace);
          await judge?.(fields);
        },
      });
    });
    return refused && !fields.has("intent") ? sendBack(refused) : use({ files, fields, refused });
  });
}

/** What refuses the sender; other errors are thrown. */
async function refusalOf(work: () => Promise<unknown>): Promise<DomainError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof DomainError && error.status < 500) return error;
    throw error;
  }
}
