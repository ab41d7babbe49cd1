import { BODY_MAX_BYTES, SAME_FIELDS_MAX } from "#app/schemas/shared/limits.ts";
import { decodeText, readBytes, readFields, TooLarge, UnsupportedType } from "./read-body.server.ts";

const FLAT_NAME = /^[A-Za-z][\w-]{0,63}$/;

/**
 * The fields of a posted page form. Size and type are checked here, once for all pages; its origin was checked at the door. Of one name
 * the first fifty count.
 * @throws {DomainError} 413, 415 or 400 `malformed_body`
 */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded")
    throw new UnsupportedType(["application/x-www-form-urlencoded"]);
  const bytes = await readBytes(request, BODY_MAX_BYTES);
  if (!bytes) throw new TooLarge();
  const fields = new URLSearchParams();
  const counts = new Map<string, number>();
  for (const [name, value] of readFields(decodeText(bytes, false))) {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    // conform reads `a[99999999]`, deep dots and `__intent__` as structure: our forms have flat names only.
    if (count <= SAME_FIELDS_MAX && FLAT_NAME.test(name)) fields.append(name, value);
  }
  return fields;
}
