import { isRecord } from "#app/services/ad-platforms/shared/response-body.ts";

const NAMES_MAX = 60;
const DEPTH_MAX = 4;
/** As programs name fields: an email or an account number in the place of a name is a value. */
const NAME = /^[A-Za-z_][A-Za-z_]{0,29}\d{0,3}[A-Za-z_]{0,10}$/;

/** The names and types of an answer, without its values. */
export function describeShape(value: unknown, depth = 0): string {
  if (value === null) return "null";
  if (Array.isArray(value)) {
    if (depth >= DEPTH_MAX || value.length === 0) return "[]";
    return `[${describeShape(value[0], depth + 1)}]`;
  }
  if (!isRecord(value)) return typeof value;
  if (depth >= DEPTH_MAX) return "{}";
  const names = Object.keys(value).slice(0, NAMES_MAX).sort();
  const parts = names.map(
    (name) => `${NAME.test(name) ? name : "?"}: ${describeShape(value[name], depth + 1)}`,
  );
  return `{ ${[...new Set(parts)].join(", ")} }`;
}
