import { Invalid, Malformed } from "#app/lib/errors.ts";
import { FIELDS_MAX } from "#app/schemas/shared/limits.ts";

/**
 * The fields of a form body.
 * @throws {Malformed} for too many fields, NUL, and percent sequences that are not UTF-8, which would
 * become a replacement character
 */
export function parseFormFields(text: string): URLSearchParams {
  // Checked first, because parsing so many fields would block other requests.
  if (hasManyFields(text))
    throw new Malformed("malformed_body", "This form has too many fields. Please open the page again.");
  const fields = new URLSearchParams(text);
  // SQLite's driver ends a statement at NUL.
  if (!isUtf8(text) || [...fields].flat().some((part) => part.includes("\0")))
    throw new Malformed("malformed_body", "The form could not be read. Please send it again.");
  return fields;
}

/**
 * The parameters of a query, the first of each name.
 * @throws {Invalid} at one whose percent sequences are not UTF-8
 */
export function readQuery(search: string): Record<string, string> {
  const broken = search
    .slice(1)
    .split("&")
    .find((parameter) => !isUtf8(parameter));
  if (broken !== undefined) {
    const [[field] = [""]] = new URLSearchParams(broken);
    throw new Invalid([{ field, message: "Please check this value" }]);
  }
  return Object.fromEntries([...new URLSearchParams(search)].reverse());
}

function isUtf8(encoded: string): boolean {
  try {
    decodeURIComponent(encoded.replace(/%(?![0-9a-f]{2})/gi, "%25"));
    return true;
  } catch {
    return false;
  }
}

function hasManyFields(text: string): boolean {
  let fields = 1;
  for (let at = text.indexOf("&"); at !== -1; at = text.indexOf("&", at + 1)) {
    fields += 1;
    if (fields > FIELDS_MAX) return true;
  }
  return false;
}
