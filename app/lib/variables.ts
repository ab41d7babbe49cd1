import { z } from "zod";

export const positiveNumber = (fallback: number) => z.coerce.number().positive().default(fallback);
export const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));
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

/** @throws {ConfigurationError} with one line per missing or wrong value; empty counts as missing */
export function parseVariables<Schema extends z.ZodType>(
  schema: Schema,
  source: Record<string, string | undefined>,
): z.infer<Schema> {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ConfigurationError(
    parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`),
  );
}
