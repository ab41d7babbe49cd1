import { z } from "zod";
import { BODY_MAX_BYTES, SAME_FIELDS_MAX } from "#app/schemas/shared/limits.ts";
import { decodeText, readBytes, TooLarge, UnsupportedType } from "./read-body.server.ts";
import { parseFormFields } from "./url-encoded.server.ts";

/**
 * Such as `tiers[19].name` and `texts.es.title`. Conform builds arrays and objects from names: both have limits.
 */
const FIELD_NAME = /^[A-Za-z][\w-]{0,63}(?:\[\d{1,2}\])?(?:\.[A-Za-z][\w-]{0,63}){0,2}$/;
/** The name of conform's own buttons: insert, remove and validate. */
export const CONTROL = "__intent__";

const Control = z.object({
  type: z.enum(["insert", "remove", "validate"]),
  payload: z.object({
    name: z.string().regex(FIELD_NAME),
    index: z.int().min(0).max(99).optional(),
    defaultValue: z.record(z.string(), z.string()).optional(),
  }),
});

/**
 * The fields of a posted page form. Its size and type are checked here; its origin was checked by the request
 * gate. The first hundred fields of one name count.
 * @throws {DomainError} 413, 415 or 400 `malformed_body`
 */
export async function readForm(request: Request, maxBytes = BODY_MAX_BYTES): Promise<URLSearchParams> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded")
    throw new UnsupportedType(["application/x-www-form-urlencoded"]);
  const bytes = await readBytes(request, maxBytes);
  if (!bytes) throw new TooLarge();
  const fields = new URLSearchParams();
  const counts = new Map<string, number>();
  for (const [name, value] of parseFormFields(decodeText(bytes, false))) {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (
      name === CONTROL ? count === 1 && isControl(value) : count <= SAME_FIELDS_MAX && FIELD_NAME.test(name)
    )
      fields.append(name, value);
  }
  return fields;
}

function isControl(text: string): boolean {
  try {
    return Control.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
