import type { z } from "zod";
import { readDateRange } from "#app/lib/date-range.ts";
import { Invalid } from "#app/lib/errors.ts";
import { NO_ID } from "#app/schemas/shared/params.ts";
import { findUnstorableText } from "#app/schemas/shared/text.ts";

/**
 * Returns the filters of a URL that are valid and leaves out the others, so that an outdated or truncated link
 * still shows its list.
 * @param labels the filters as the page names them
 * @param timeZone of the days `from` and `to`, for a list that has them
 * @returns `ignored`: the labels of those that were left out
 */
export function validFilters<Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  labels: Record<keyof Shape & string, string>,
  searchParams: URLSearchParams,
  timeZone?: string,
): { valid: Record<string, string>; ignored: string[] } {
  const valid = Object.fromEntries(searchParams);
  const ignored: string[] = [];
  for (const [name, label] of Object.entries<string>(labels)) {
    const value = valid[name];
    if (value === undefined) continue;
    const field = shape[name] as z.ZodType;
    const read = findUnstorableText(value) === undefined ? field.safeParse(value) : null;
    if (read?.success && read.data !== NO_ID) continue;
    delete valid[name];
    ignored.push(label);
  }
  const { from, to } = valid;
  if (timeZone !== undefined && from && to && isReversed(timeZone, { from, to })) {
    delete valid.to;
    ignored.push(labels.to as string);
  }
  return { valid, ignored };
}

function isReversed(timeZone: string, days: { from: string; to: string }): boolean {
  try {
    readDateRange(timeZone, days);
    return false;
  } catch (error) {
    if (error instanceof Invalid) return true;
    throw error;
  }
}
