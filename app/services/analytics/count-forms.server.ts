import { retryRead } from "#app/database/connection.server.ts";
import { viewsBy } from "#app/database/queries/statistics.server.ts";
import {
  type CountedDays,
  claimsBy,
  NO_CLAIMS,
  type Part,
} from "#app/services/counting/count-parts.server.ts";

const FORMS_MAX = 1_000;

type FormPart = Part & { views: number };

/** The claims and views of each form, by its id; those with the most claims first. */
export async function countForms(place: CountedDays): Promise<FormPart[]> {
  const [parts, views] = await Promise.all([
    claimsBy("form", place, FORMS_MAX),
    retryRead(() => viewsBy("form", place)),
  ]);
  const byForm = new Map(parts.map((part) => [part.value, part]));
  return [...new Set([...byForm.keys(), ...views.keys()])].map((value) => ({
    ...(byForm.get(value) ?? NO_CLAIMS),
    value,
    views: views.get(value) ?? 0,
  }));
}
