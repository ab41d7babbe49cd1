import { getSession } from "#app/http/auth/guards.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { Forbidden } from "#app/lib/errors.ts";
import { isSignature, sign } from "#app/lib/secrets.server.ts";
import { LOGO_MAX_BYTES } from "#app/schemas/shared/limits.ts";
import type { SignedInAccount } from "#app/services/auth/sessions/sessions.server.ts";
import { readBytes, TooLarge } from "./read-body.server.ts";
import { readForm } from "./read-form.server.ts";
import { isMultipart, readUpload } from "./read-upload.server.ts";

const toSigned = ({ sessionId, workspace }: SignedInAccount) => `${sessionId} ${workspace.id}`;

/** The token for the forms of the session's pages; null for who is signed out, or if that is not known. */
export async function createPageToken(request: Request): Promise<string | null> {
  const signedIn = await getSession(request).catch(() => null);
  return signedIn && sign("page-token", toSigned(signedIn));
}

/** The largest form: a logo with its other fields. */
const FORM_MAX_BYTES = LOGO_MAX_BYTES + 100 * 1024;

/**
 * Checks a post that the request gate lets through only with a page token.
 * @returns the request with its body again
 * @throws {Forbidden} without the token of this session and its workspace
 */
export async function assertPageToken(
  request: Request,
  { code, message }: NonNullable<LoadContext["refusedWithoutToken"]>,
): Promise<Request> {
  const bytes = await readBytes(request, FORM_MAX_BYTES);
  if (!bytes) throw new TooLarge();
  const { url, method, headers, signal } = request;
  const copy = () => new Request(url, { method, headers, signal, body: new Uint8Array(bytes) });
  const token = (await readFields(copy())).get("pageToken");
  const signedIn = await getSession(request);
  if (!token || !signedIn || !isSignature("page-token", toSigned(signedIn), token))
    throw new Forbidden(code, message);
  return copy();
}

async function readFields(request: Request): Promise<URLSearchParams> {
  const contentType = request.headers.get("content-type");
  if (!isMultipart(contentType)) return readForm(request);
  const body = (maxBytes: number) => readBytes(request, maxBytes);
  return (await readUpload({ contentType, body }, { field: "logo", maxBytes: LOGO_MAX_BYTES })).fields;
}
