import { messages } from "#app/schemas/messages/index.ts";

/** The page of what was uploaded, or why it was refused. */
export type UploadedFile = { href: string; text: string } | { error: string };

/** Where files are sent one by one, and what is said of each. */
export type UploadTarget<Body> = {
  to: string;
  /** The fields of the form that go with each file. None of them may be empty. */
  fields: readonly string[];
  describe: (body: Body) => { href: string; text: string };
  /** The page of all files, to which one with several files leads. */
  list: string;
};

type Sending<Body> = {
  file: File;
  target: UploadTarget<Body>;
  fields: readonly (readonly [string, string])[];
  onProgress: (percent: number) => void;
};

/** Uploads one file. Only an XMLHttpRequest tells how much has been sent. */
export function uploadFile<Body>({ file, target, fields, onProgress }: Sending<Body>): Promise<UploadedFile> {
  const body = new FormData();
  for (const [name, value] of fields) body.set(name, value);
  body.set("file", file);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 100 : (loaded / total) * 100);
    request.onerror = () => resolve({ error: messages.network.offline });
    request.onload = () => {
      const { status, response } = request;
      if (status < 300 && response) resolve(target.describe(response as Body));
      else resolve({ error: (response as { error?: string } | null)?.error ?? messages.network.ourFault });
    };
    request.open("POST", target.to);
    request.send(body);
  });
}
