type Row = { name: string; value: string };

/** A stored request as rows: `user_data.em` and its value. What was left out of the event is named last. */
export function flattenRequest(request: unknown): Row[] {
  if (!isRecord(request)) return [];
  // Attempts before November 2026 have the fields under their earlier name.
  const { event, omittedFields = request.leftOut } = request;
  const omitted = Array.isArray(omittedFields) && omittedFields.length > 0 ? omittedFields.join(", ") : null;
  return [...flatten(event, ""), ...(omitted ? [{ name: "left out, not usable", value: omitted }] : [])];
}

function flatten(value: unknown, name: string): Row[] {
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item !== "object" || item === null);
    if (isPlain) return [{ name, value: value.map(String).join(", ") || "none" }];
    return value.flatMap((item, index) => flatten(item, `${name}[${index}]`));
  }
  if (isRecord(value))
    return Object.entries(value).flatMap(([key, inner]) => flatten(inner, name ? `${name}.${key}` : key));
  return [{ name, value: String(value) }];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
