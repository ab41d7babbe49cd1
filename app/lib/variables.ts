import { z } from "zod";
import { withoutEnd } from "./without-end.ts";

export const positiveNumber = (fallback: number) => z.coerce.number().positive().default(fallback);
export const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => withoutEnd(url, "/"));
export const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  );

/** The server cannot start: one line per problem. */
export class ConfigurationError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(problems.join("\n"));
    this.name = "ConfigurationError";
    this.problems = problems;
  }
}

/**
 * Reads variables and lists their problems, one line each. An empty variable counts as missing, and so does an
 * invalid one for what depends on it.
 */
export function parseVariables<Schema extends z.ZodType>(
  schema: Schema,
  source: Record<string, string | undefined>,
): { values: z.infer<Schema>; problems: string[]; wrong: Set<string> } {
  const given = Object.entries(source).filter(([, value]) => value !== undefined && value !== "");
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success) return { values: parsed.data, problems: [], wrong: new Set() };
  const { issues } = parsed.error;
  const wrong = new Set(issues.map(({ path }) => String(path[0])));
  const right = Object.fromEntries(given.filter(([name]) => !wrong.has(name)));
  return {
    values: schema.safeParse(right).data as z.infer<Schema>,
    problems: issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`),
    wrong,
  };
}
