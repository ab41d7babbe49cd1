import type { z } from "zod";

/** A message for people if the schema has none of its own. */
export function plainSentence(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "too_big":
      return issue.origin === "string"
        ? `Please use at most ${issue.maximum} characters`
        : `Please choose ${issue.maximum} or less`;
    case "too_small":
      return issue.origin === "string"
        ? `Please use at least ${issue.minimum} characters`
        : `Please choose ${issue.minimum} or more`;
    case "invalid_type":
      if (issue.input === undefined) return "This is required";
      return issue.expected === "number" || issue.expected === "int"
        ? "Please provide a whole number"
        : "Please check this value";
    default:
      return "Please check this value";
  }
}
