import { z } from "zod";
import { type FieldOption, Invalid, joined } from "#app/lib/errors.ts";
import { plainSentence } from "#app/schemas/shared/sentences.ts";
import { findUnstorableText } from "#app/schemas/shared/text.ts";

const Options = z.object({ options: z.array(z.object({ value: z.string(), label: z.string() })) });

/** What a schema offers instead of a value that may mean several. */
const optionsIn = (issue: z.core.$ZodIssue): { options?: FieldOption[] } =>
  issue.code === "custom" ? (Options.safeParse(issue.params).data ?? {}) : {};

/** @throws {Invalid} with one entry per field */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, joinErrors = false): z.output<S> {
  const unstorable = findUnstorableText(value);
  if (unstorable !== undefined)
    throw new Invalid([{ field: unstorable, message: "Please check this value" }]);
  const parsed = schema.safeParse(value, { error: plainSentence });
  if (parsed.success) return parsed.data;
  const seen = new Set<string>();
  const errors = parsed.error.issues.flatMap((issue) => {
    const field = issue.path.join(".");
    if (seen.has(field)) return [];
    seen.add(field);
    return [{ field, message: issue.message, ...optionsIn(issue) }];
  });
  throw new Invalid(errors, joinErrors ? joined(errors) : undefined);
}
