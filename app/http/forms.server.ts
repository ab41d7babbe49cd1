import { BODY_MAX_BYTES } from "#app/schemas/limits.ts";
import { decodeText, readBytes, readFields, TooLarge, UnsupportedType } from "./request.server.ts";

/**
 * The fields of a posted page form. Size and type are checked here, once for all pages; its origin was checked at the door.
 * @throws {DomainError} 413, 415 or 400 `malformed_body`
 */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded")
    throw new UnsupportedType(["application/x-www-form-urlencoded"]);
  const bytes = await readBytes(request, BODY_MAX_BYTES);
  if (!bytes) throw new TooLarge();
  return readFields(decodeText(bytes, false));
}
