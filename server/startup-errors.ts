/** The messages when the server does not start: one line per problem, with a stack only for a bug. */
export function describeStartupError(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  if (error.name === "ConfigurationError" && "problems" in error) return error.problems as string[];
  if ("code" in error && error.code === "ERR_MODULE_NOT_FOUND" && /server\/index\.js/.test(error.message))
    return ["There is nothing to serve yet. Run npm run build first."];
  return [error.name === "Error" ? error.message : (error.stack ?? error.message)];
}
