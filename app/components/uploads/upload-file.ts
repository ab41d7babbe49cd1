import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";

/** The page of what was uploaded, or why it was refused. */
export type UploadedFile = { href: string; text: string } | { error: string };

type Sending = { file: File; platformId: string; onProgress: (percent: number) => void };

/** Uploads one file. Only an XMLHttpRequest tells how much has been sent. */
export function uploadFile({ file, platformId, onProgress }: Sending): Promise<UploadedFile> {
  const body = new FormData();
  body.set("platformId", platformId);
  body.set("file", file);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 100 : (loaded / total) * 100);
    request.onerror = () => resolve({ error: messages.network.offline });
    request.onload = () => resolve(readResponse(request));
    request.open("POST", paths.uploadStatement());
    request.send(body);
  });
}

type Body =
  | { statement: { id: string }; isNew: boolean }
  | { statements: { id: string }[]; isNew: boolean }
  | { error: string }
  | null;

function readResponse({ status, response }: XMLHttpRequest): UploadedFile {
  const body = response as Body;
  if (status >= 300 || !body || "error" in body)
    return { error: body && "error" in body ? body.error : messages.network.ourFault };
  const { uploaded, uploadedBefore, uploadedMany } = messages.statements;
  if ("statements" in body) {
    const [first, ...others] = body.statements;
    if (!first || others.length > 0)
      return { href: paths.statements(), text: uploadedMany(body.statements.length, body.statements.length) };
    return { href: paths.statement({ id: first.id }), text: uploaded };
  }
  return { href: paths.statement({ id: body.statement.id }), text: body.isNew ? uploaded : uploadedBefore };
}
