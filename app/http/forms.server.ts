import { Malformed } from "#app/lib/errors.ts";
import { BODY_MAX_BYTES } from "#app/schemas/limits.ts";
import { readBytes, TooLarge, UnsupportedType } from "./request.server.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

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
  try {
    const text = utf8.decode(bytes);
    // A percent sequence that is no UTF-8 would silently become a replacement character.
    decodeURIComponent(text.replaceAll("+", " ").replace(/%(?![0-9a-f]{2})/gi, "%25"));
    return new URLSearchParams(text);
  } catch {
    throw new Malformed("malformed_body", "The form could not be read. Please send it again.");
  }
}
