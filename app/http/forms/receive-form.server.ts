import { data } from "@remix-run/node";
import { getContext } from "#app/http/request-context.server.ts";
import type { FormReply } from "#app/lib/form-reply.ts";
import type { StoredFile } from "#app/services/uploads/uploads.server.ts";
import { TooLarge } from "./read-body.server.ts";
import { readForm } from "./read-form.server.ts";
import { isMultipart, type UploadField } from "./read-upload.server.ts";
import { receiveFiles } from "./receive-files.server.ts";

type ReceivedForm = { files: StoredFile[]; fields: URLSearchParams };
type Receiving = {
  workspaceId: string;
  limits: UploadField & { filesMax: number };
  /** The form of the page that has files. */
  intent: string;
  failed: string;
};

/** The fields of a page's form and its files, or the reply to one that is too large. */
export async function receiveForm(
  request: Request,
  { workspaceId, limits, intent, failed }: Receiving,
): Promise<ReceivedForm | ReturnType<typeof data<FormReply<string>>>> {
  const header = (name: string) => request.headers.get(name);
  const contentType = header("content-type");
  // Without a file a form is not multipart in every client.
  if (!isMultipart(contentType)) return { files: [], fields: await readForm(request) };
  const sent = { contentType, contentLength: header("content-length"), body: request.body };
  try {
    return await receiveFiles(sent, limits, workspaceId);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    // A body that was not read to its end has no fields to give back.
    const { requestId } = getContext();
    const reply: FormReply<string> = {
      ...{ status: "error", error: { [limits.field]: [error.message] }, form: intent, failed, requestId },
    };
    return data(reply, { status: error.status });
  }
}
