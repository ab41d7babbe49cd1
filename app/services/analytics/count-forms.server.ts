import { retryRead } from "#app/database/connection.server.ts";
import {
  type CountedDays,
  claimsBy,
  findCountedDays,
  type Part,
  viewsBy,
} from "#app/database/queries/statistics.server.ts";

const FORMS_MAX = 1_000;

type FormPart = Part & { views: number };

const NO_CLAIMS: Omit<Part, "value"> = {
  submissions: 0,
  handled: 0,
  sent: 0,
  decided: 0,
  verified: 0,
  confirmed: 0,
  waiting: 0,
};

/** The claims and views of each form, by its id; those with the most claims first. */
export async function countForms(place: Omit<CountedDays, "months">): Promise<FormPart[]> {
  const [parts, views] = await retryRead(async () =>
    Promise.all([claimsBy("form", await findCountedDays(place), FORMS_MAX), viewsBy("form", place)]),
  );
  const byForm = new Map(parts.map((part) => [part.value, part]));
  return [...new Set([...byForm.keys(), ...views.keys()])].map((value) => ({
    ...(byForm.get(value) ?? NO_CLAIMS),
    value,
    views: views.get(value) ?? 0,
  }));
}
