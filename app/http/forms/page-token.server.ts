import { getSession } from "#app/http/auth/guards.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { receive } from "#app/lib/deadline.server.ts";
import { Forbidden } from "#app/lib/errors.ts";
import { isSignature, sign } from "#app/lib/secrets.server.ts";
import { BODY_MAX_BYTES } from "#app/schemas/shared/limits.ts";
import type { SignedInAccount } from "#app/services/auth/sessions/sessions.server.ts";
import { drain, readBytes, TooLarge } from "./read-body.server.ts";
import { readForm } from "./read-form.server.ts";
import { isMultipart } from "./read-upload.server.ts";

const toSigned = ({ sessionId, workspace }: SignedInAccount) => `${sessionId} ${workspace.id}`;

/** The token for the forms of the session's pages; null for who is signed out, or if that is not known. */
export async function createPageToken(request: Request): Promise<string | null> {
  const signedIn = await getSession(request).catch(() => null);
  return signedIn && sign("page-token", toSigned(signedIn));
}

/** The fields before the files of a form are within this. */
const HEAD_BYTES = 64 * 1024;
const TOKEN_NAME = /name="?pageToken"?\r\n/;
const TOKEN_VALUE = /^(?:[^\r]+\r\n)*\r\n([\w-]+)\r\n/;

/**
 * Checks a post that the request gate lets through only with a page token.
 * @returns the request with its body again
 * @throws {Forbidden} without the token of this session and its workspace
 */
export async function assertPageToken(
  request: Request,
  { code, message }: NonNullable<LoadContext["refusedWithoutToken"]>,
): Promise<Request> {
  const { url, method, headers, signal } = request;
  const copy = (body: BodyInit) =>
    new Request(url, { method, headers, signal, body, duplex: "half" } as RequestInit);
  const isForm = !isMultipart(headers.get("content-type"));
  // Only the start of a form with files is read: the form components write the token first.
  const { head, body } = isForm ? await readWhole(request) : await readHead(request);
  const token = isForm ? (await readForm(copy(head))).get("pageToken") : findToken(head.toString("latin1"));
  const signedIn = await getSession(request);
  if (!token || !signedIn || !isSignature("page-token", toSigned(signedIn), token)) {
    if (body instanceof ReadableStream) drain(body.getReader()).catch(() => undefined);
    throw new Forbidden(code, message);
  }
  return copy(body);
}

/** The value of the first field of this name. */
function findToken(head: string): string | undefined {
  const name = TOKEN_NAME.exec(head);
  return name ? TOKEN_VALUE.exec(head.slice(name.index + name[0].length))?.[1] : undefined;
}

async function readWhole(request: Request) {
  const bytes = await readBytes(request, BODY_MAX_BYTES);
  if (!bytes) throw new TooLarge();
  const head = new Uint8Array(bytes);
  return { head: Buffer.from(head.buffer), body: head };
}

/** The first bytes, and a body of them and the rest. */
async function readHead(request: Request) {
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  const read = async () => {
    for (let size = 0; reader && size < HEAD_BYTES; ) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.length;
    }
  };
  await receive(read);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const first = chunks.shift();
      const { done = true, value } = first ? { done: false, value: first } : ((await reader?.read()) ?? {});
      if (done || !value) controller.close();
      else controller.enqueue(value);
    },
  });
  return { head: Buffer.concat(chunks), body };
}
