import { BODY_MAX_BYTES } from "#app/schemas/limits.ts";
import { decodeText, readBytes, readFields, TooLarge, UnsupportedType } from "./request.server.ts";

const FLAT_NAME = /^[A-Za-z][\w-]{0,63}$/;

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
  const fields = readFields(decodeText(bytes, false));
  // conform reads `a[99999999]`, deep dots and `__intent__` as structure: our forms have flat names only.
  for (const name of new Set(fields.keys())) if (!FLAT_NAME.test(name)) fields.delete(name);
  return fields;
}
